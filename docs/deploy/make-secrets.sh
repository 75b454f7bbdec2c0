#!/bin/sh
# Creates the secrets that compose.yaml mounts into its containers, one file each: make-secrets.sh [folder]
# Existing files are not changed.
set -eu
folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
# Other users cannot enter the folder. The files are readable for all, because a container's user has another number.
chmod 700 "$folder"
umask 022

random() { openssl rand -hex 32; }

for name in postgres_password session_secret encryption_key super_admin_password; do
  [ -s "$folder/$name" ] || random > "$folder/$name"
done

# The passwords of both roles are in the two addresses and in roles.sql (docs/operating.md, Two roles).
if [ ! -e "$folder/roles.sql" ]; then
  owner=$(random)
  portal=$(random)
  echo "postgres://tiltrod_owner:$owner@database:5432/tiltrod" > "$folder/database_owner_url"
  echo "postgres://tiltrod:$portal@database:5432/tiltrod" > "$folder/database_url"
  cat > "$folder/roles.sql" <<SQL
create role tiltrod_owner login password '$owner';
create role tiltrod login password '$portal';
create database tiltrod owner tiltrod_owner;
SQL
fi
echo "The secrets are in $folder. Keep encryption_key and session_secret in another place too."
