-- Postgres runs this once, when it creates the database. The role may read and write rows, and change no table.
\set password `cat /run/secrets/service_password`
CREATE ROLE svc_service LOGIN PASSWORD :'password';
