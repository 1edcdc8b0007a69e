-- Statistics over the parts, without merging them: duckdb -c ".read statistics.sql"
-- Replace run by the folder of your parts.
CREATE VIEW levels AS SELECT * FROM 'run/*.parquet';
SELECT count(*) AS levels, count(code) AS failed FROM levels;
SELECT stage, code, count(*) AS seeds, min(seed) AS first_seed FROM levels WHERE code IS NOT NULL GROUP BY ALL ORDER BY seeds DESC;
SELECT quantile_cont(places, [0.05, 0.5, 0.95]) AS places, quantile_cont(solution_steps, [0.05, 0.5, 0.95]) AS solution_steps FROM levels;
