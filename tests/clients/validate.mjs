// Validates a GLB with the validator of Khronos. Any error or warning is a failure.

import { readFile } from "node:fs/promises";
import validator from "gltf-validator";

const report = await validator.validateBytes(new Uint8Array(await readFile(process.argv[2])));
const { numErrors, numWarnings, numInfos } = report.issues;
console.log(`${numErrors} errors, ${numWarnings} warnings, ${numInfos} notes, ${report.info.totalTriangleCount} triangles`);
for (const one of report.issues.messages.slice(0, 5).filter((one) => one.severity < 2)) console.log(one.code, one.pointer, one.message);
process.exit(numErrors + numWarnings > 0 ? 1 : 0);
