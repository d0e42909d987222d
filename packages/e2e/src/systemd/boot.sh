# Boots systemd as process 1 of new namespaces: bash boot.sh <folder of the service> <empty folder> <path of node>.
# The root file system is below an overlay in memory, so nothing of this machine changes. The network is that of this machine.
set -eu
mount --make-rprivate /
mount -t tmpfs tmpfs "$2"
cd "$2"
mkdir upper work root
mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work root
cd root
# Programs and units that this machine has installed are there, but not enabled.
for folder in dev run tmp etc/systemd/system; do mount -t tmpfs -o mode=755 tmpfs "$folder"; done
chmod 1777 tmp
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
for device in null zero full random urandom tty; do
  mknod -m 666 "dev/$device" c $(stat --format '0x%t 0x%T' "/dev/$device")
done
ln -s /proc/self/fd dev/fd
mkdir dev/pts
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
[ "$3" = /usr/bin/node ] || cp --remove-destination "$3" usr/bin/node
mkdir -p opt/svc-payments
mount --bind "$1" opt/svc-payments
mkdir .before
pivot_root . .before
umount -l /.before
# Units get their credentials through a mount that is made in another namespace.
mount --make-rshared /
exec env -i container=svc PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --unit=basic.target
