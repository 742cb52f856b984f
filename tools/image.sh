#!/bin/sh
# The root of a container image, made of the JDK at hand: image.sh DIRECTORY. It holds a Java of the modules that a broker uses, the
# libraries that this needs, and busybox for a shell: see the Dockerfile.
set -eu
root=$1
modules=java.base,java.logging,java.management,java.naming,java.net.http,java.sql,java.xml
modules=$modules,jdk.crypto.ec,jdk.jfr,jdk.management,jdk.naming.dns,jdk.net,jdk.unsupported,jdk.zipfs

mkdir -p "$root/bin" "$root/etc" "$root/opt" "$root/tmp" "$root/secrets/prometheus" "$root/secrets/grafana"
jlink --add-modules $modules --strip-java-debug-attributes --no-header-files --no-man-pages --compress=2 --output "$root/opt/java"

# What its programs and libraries are linked with, the loader included.
find "$root/opt/java/bin/java" "$root/opt/java/lib" -name java -o -name '*.so' | while read -r file; do
  ldd "$file" | grep -o '/[^ ]*' | grep -v "^$root" || true
done | sort -u | while read -r library; do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done

# Without this locale Java would read arguments and variables as ASCII.
mkdir -p "$root/usr/lib/locale"
cp -RL /usr/lib/locale/C.utf8 "$root/usr/lib/locale/C.utf8"

cp "$(command -v busybox)" "$root/bin/busybox"
for program in sh cat ls od sleep tr wget; do
  ln -s busybox "$root/bin/$program"
done
echo 'grape:x:10001:10001::/tmp:/bin/sh' >"$root/etc/passwd"
echo 'grape:x:10001:' >"$root/etc/group"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
chmod 1777 "$root/tmp"
chown -R 10001:10001 "$root/secrets"
