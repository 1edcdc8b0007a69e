// Opens a page of a client in Chromium and prints what it has seen as JSON.
//
// node browser.mjs PAGE FOLDER FILE: serves FOLDER (the export) below /level/, the packages below /node_modules/
// and the pages below /. The page gets the name of FILE and of the package, which may end with a version: phaser3.
// It sets window.seen or window.failure.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const [page, folder, file] = process.argv.slice(2);
const pages = fileURLToPath(new URL(".", import.meta.url));
const packages = join(process.cwd(), "node_modules");
const kinds = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json" };

const server = createServer(async (request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
  const roots = [["/level/", folder], ["/node_modules/", packages], ["/", join(pages, "pages")]];
  const [prefix, root] = roots.find(([prefix]) => path.startsWith(prefix));
  try {
    const bytes = await readFile(join(root, path.slice(prefix.length)));
    response.writeHead(200, { "content-type": kinds[extname(path)] ?? "application/octet-stream" });
    response.end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
let code = 1;
try {
  const tab = await browser.newPage();
  const messages = [];
  tab.on("console", (message) => messages.push(message.text()));
  tab.on("pageerror", (error) => messages.push(String(error)));
  const query = new URLSearchParams({ file, package: page });
  const address = `http://127.0.0.1:${server.address().port}/${page.replace(/\d+$/, "")}.html?${query}`;
  await tab.goto(address);
  try {
    await tab.waitForFunction("window.seen || window.failure", { timeout: 60000 });
  } catch {
    messages.push("the page reports nothing");
  }
  const { seen, failure } = await tab.evaluate(() => ({ seen: window.seen, failure: window.failure }));
  if (seen) {
    console.log(JSON.stringify(seen));
    code = 0;
  } else {
    console.error(failure ?? "", ...messages);
  }
} finally {
  await browser.close();
  server.close();
}
process.exit(code);
