#!/bin/sh
# Write the secrets of compose.yaml and deploy/kubernetes into a folder (secrets, or the one named): passwords, addresses,
# and a certificate for NATS with its own authority. Files that are there stay, so it can run again after an upgrade.
#   HOST_OF_DATABASE and HOST_OF_NATS name other hosts than those of compose.yaml; POSTGRES_PASSWORD keeps an older password.
set -eu
folder=${1:-secrets}
database=${HOST_OF_DATABASE:-database}
nats=${HOST_OF_NATS:-bus}
# The folder is closed to others. The files aren't: containers read them as a user of their own.
mkdir -p "$folder"
chmod 0700 "$folder"
cd "$folder"
umask 022

random() { openssl rand -hex 24; }
keep() { [ -s "$1" ] || printf '%s' "$2" >"$1"; }

keep postgres_password "${POSTGRES_PASSWORD:-$(random)}"
keep nats_password "$(random)"
keep bus_secret "$(random)"
keep database "postgresql://kamchatka:$(cat postgres_password)@$database/kamchatka"
keep bus "tls://kamchatka:$(cat nats_password)@$nats:4222"
keep password.conf "password: \"$(cat nats_password)\""

if [ ! -s nats.crt ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 3650 -subj "/CN=Kamchatka bus" \
    -addext "basicConstraints=critical,CA:TRUE" -addext "keyUsage=critical,keyCertSign" \
    -keyout ca.key -out ca.crt 2>/dev/null
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -subj "/CN=$nats" -keyout nats.key -out nats.csr 2>/dev/null
  printf 'subjectAltName=DNS:%s\nextendedKeyUsage=serverAuth\n' "$nats" >extensions
  openssl x509 -req -in nats.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 3650 -extfile extensions -out nats.crt 2>/dev/null
  rm -f nats.csr extensions ca.srl
  chmod 0600 ca.key
  chmod 0644 nats.key
fi
echo "Secrets are in $folder."
