# Three gpiochips: 32 lines, 16 and 16. A line is moved with sim_gpioN/pull and read from sim_gpioN/value.
set -e
modprobe gpio-sim
modprobe ftdi_sio
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
felt=/sys/kernel/config/gpio-sim/felt
mkdir $felt $felt/0 $felt/1 $felt/2
echo 32 > $felt/0/num_lines
echo 16 > $felt/1/num_lines
echo 16 > $felt/2/num_lines
echo 1 > $felt/live
