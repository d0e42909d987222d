#!/bin/sh
# Creates the secrets of compose.yaml in a folder that only you can enter. Existing secrets stay as they are.
set -eu
command -v openssl >/dev/null || {
  echo 'make-secrets.sh needs openssl. It has created nothing.' >&2
  exit 1
}
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
cd secrets

# A secret that somebody else has closed would look empty, and be replaced.
for name in *; do
  if [ -s "$name" ] && ! [ -r "$name" ]; then
    echo "make-secrets.sh cannot read $(pwd)/$name. Run it as the owner of that file. It has changed nothing." >&2
    exit 1
  fi
done

# A file with nothing but a line break is no secret.
has() {
  [ -s "$1" ] && [ -n "$(cat "$1")" ]
}

# Removes what is to be created again, and says so.
drop() {
  if [ -e "$1" ]; then
    rm -f "$1"
    echo "Replacing $1."
  fi
}

# Compose mounts a file with its own mode. The users of the containers, who are others than you, have to read it.
write() {
  if ! has "$1"; then
    drop "$1"
    printf '%s\n' "$2" >"$1"
  fi
  chmod 444 "$1"
}

# An assignment, because the shell ignores a command that fails within an argument.
random() {
  value=$(openssl rand "$2" "$3")
  write "$1" "$value"
}

# These contain the passwords.
has owner_password || drop owner_url
has service_password || drop database_url
has redis_conf || drop redis_url

random owner_password -hex 24
random service_password -hex 24
write owner_url "postgres://svc_owner:$(cat owner_password)@postgres/svc"
write database_url "postgres://svc_service:$(cat service_password)@postgres/svc"
redis_password=$(openssl rand -hex 24)
write redis_conf "requirepass $redis_password
maxmemory-policy noeviction
save \"\"
dir /data"
write redis_url "redis://:$(sed -n 's/^requirepass //p' redis_conf)@redis:6379"
random master_key -base64 32
random api_key_pepper -base64 32
random metrics_token -hex 24
echo "$(pwd) has the secrets. Back up master_key and api_key_pepper, apart from the database."
