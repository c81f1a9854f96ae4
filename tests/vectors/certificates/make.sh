#!/bin/sh
# Makes the certificates of this folder anew with OpenSSL 3, in the present directory. Keys of authorities are thrown away.
set -e
KEYS=$(mktemp -d)
trap 'rm -rf "$KEYS"' EXIT
: >"$KEYS/index"
openssl rand -hex 16 >"$KEYS/serial"
cat >"$KEYS/ca.cnf" <<END
[ca]
default_ca = here
[here]
database = $KEYS/index
serial = $KEYS/serial
new_certs_dir = $KEYS
unique_subject = no
policy = any
default_md = sha256
[any]
countryName = optional
organizationName = optional
commonName = optional
END

# certify NAME SUBJECT ISSUER|self FROM UNTIL DIGEST EXTENSION...
certify() {
  name=$1 subject=$2 issuer=$3 from=$4 until=$5 digest=$6
  shift 6
  [ -f "$KEYS/$name.key" ] || openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$KEYS/$name.key"
  openssl req -new -key "$KEYS/$name.key" -subj "$subject" -out "$KEYS/$name.csr"
  printf '%s\n' "$@" >"$KEYS/$name.ext"
  if [ "$issuer" = self ]; then by="-selfsign -keyfile $KEYS/$name.key"; else by="-cert $issuer.pem -keyfile $KEYS/$issuer.key"; fi
  # $by is several words.
  openssl ca -batch -notext -config "$KEYS/ca.cnf" $by -in "$KEYS/$name.csr" -startdate "$from" -enddate "$until" \
    -md "$digest" -extfile "$KEYS/$name.ext" -out "$name.pem"
}

CA='keyUsage=critical,keyCertSign,cRLSign'
AKI='authorityKeyIdentifier=keyid'
SKI='subjectKeyIdentifier=hash'
SIGN='keyUsage=critical,digitalSignature'
SAN='subjectAltName=DNS:issuer.example,URI:https://issuer.example/tenant,URI:did:web:issuer.example'
FROM=20250101000000Z UNTIL=20450101000000Z
LEAF='/C=DE/O=Issuer Ltd/CN=Issuer'

certify root '/C=DE/O=Authority/CN=Root' self $FROM $UNTIL sha256 'basicConstraints=critical,CA:TRUE' "$CA" "$SKI"
certify between '/C=DE/O=Authority/CN=Between' root $FROM $UNTIL sha256 'basicConstraints=critical,CA:TRUE,pathlen:0' "$CA" "$SKI" "$AKI"
certify leaf "$LEAF" between $FROM $UNTIL sha256 "$SIGN" "$SKI" "$AKI" "$SAN"
openssl pkcs8 -topk8 -nocrypt -in "$KEYS/leaf.key" -out leaf-key.pem
# What must be refused.
certify expired "$LEAF" between $FROM 20250201000000Z sha256 "$SIGN" "$AKI" "$SAN"
certify encrypting "$LEAF" between $FROM $UNTIL sha256 'keyUsage=critical,keyEncipherment' "$AKI" "$SAN"
certify old-digest "$LEAF" between $FROM $UNTIL sha1 "$SIGN" "$AKI" "$SAN"
certify demanding "$LEAF" between $FROM $UNTIL sha256 "$SIGN" "$AKI" "$SAN" '1.2.3.4=critical,ASN1:UTF8String:x'
certify of-leaf "$LEAF" leaf $FROM $UNTIL sha256 "$SIGN" "$AKI" "$SAN"
certify too-long '/C=DE/O=Authority/CN=Below' between $FROM $UNTIL sha256 'basicConstraints=critical,CA:TRUE' "$CA" "$SKI" "$AKI"
certify of-too-long "$LEAF" too-long $FROM $UNTIL sha256 "$SIGN" "$AKI" "$SAN"
certify limited '/C=DE/O=Authority/CN=Limited' root $FROM $UNTIL sha256 'basicConstraints=critical,CA:TRUE' "$CA" "$SKI" "$AKI" 'nameConstraints=critical,permitted;DNS:other.example'
certify of-limited "$LEAF" limited $FROM $UNTIL sha256 "$SIGN" "$AKI" "$SAN"
certify old-root '/C=DE/O=Authority/CN=Old root' self $FROM 20250201000000Z sha256 'basicConstraints=critical,CA:TRUE' "$CA" "$SKI"
certify of-old-root "$LEAF" old-root $FROM $UNTIL sha256 "$SIGN" "$AKI" "$SAN"
certify foreign-root '/C=DE/O=Authority/CN=Root' self $FROM $UNTIL sha256 'basicConstraints=critical,CA:TRUE' "$CA" "$SKI"
certify softly-limited '/C=DE/O=Authority/CN=Limited' root $FROM $UNTIL sha256 'basicConstraints=critical,CA:TRUE' "$CA" "$SKI" "$AKI" 'nameConstraints=permitted;DNS:other.example'
certify of-softly-limited "$LEAF" softly-limited $FROM $UNTIL sha256 "$SIGN" "$AKI" "$SAN"
certify no-authority '/C=DE/O=Authority/CN=None' root $FROM $UNTIL sha256 'basicConstraints=critical,CA:FALSE' "$CA" "$SKI" "$AKI"
certify of-no-authority "$LEAF" no-authority $FROM $UNTIL sha256 "$SIGN" "$AKI" "$SAN"
# Another key under the name and key identifier of `between`.
BETWEEN_ID=$(openssl x509 -in between.pem -noout -ext subjectKeyIdentifier | tail -1 | tr -d ' ')
certify forging '/C=DE/O=Authority/CN=Between' self $FROM $UNTIL sha256 'basicConstraints=critical,CA:TRUE' "$CA" "subjectKeyIdentifier=$BETWEEN_ID"
certify forged "$LEAF" forging $FROM $UNTIL sha256 "$SIGN" "$AKI" "$SAN"
rm forging.pem
