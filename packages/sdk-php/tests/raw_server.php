<?php

declare(strict_types=1);

// A server that answers what no proper one would, byte for byte. `php raw_server.php <n> <answer>` prints its address and gives
// this answer, in one packet and with the last part of the path for {id}, to the first n requests of each connection; at the one
// that follows it ends the connection. Each request is a line of what it says, `<connection> <method> <path>`.
// It ends with its input.

$listening = stream_socket_server('tcp://127.0.0.1:0');
echo 'http://' . stream_socket_get_name($listening, false) . "\n";
[, $answered, $answer] = $argv;
$open = $read = $met = [];
$connections = 0;
while (true) {
    $ready = [STDIN, $listening, ...$open];
    $none = null;
    stream_select($ready, $none, $none, null);
    if (in_array(STDIN, $ready, true)) {
        exit(0);
    }
    foreach ($ready as $each) {
        if ($each === $listening) {
            $open[++$connections] = stream_socket_accept($listening);
            [$read[$connections], $met[$connections]] = ['', 0];
            continue;
        }
        $id = array_search($each, $open, true);
        $piece = (string) fread($each, 65536);
        $read[$id] .= $piece;
        if (preg_match('/^(\w+) (\S+) .*?\r\n\r\n/s', $read[$id], $head) === 1) {
            $length = preg_match('/^content-length: *(\d+)/mi', $head[0], $found) === 1 ? (int) $found[1] : 0;
            if (strlen($read[$id]) < strlen($head[0]) + $length) {
                continue;
            }
            $read[$id] = '';
            echo "{$id} {$head[1]} {$head[2]}\n";
            if (++$met[$id] <= (int) $answered) {
                fwrite($each, strtr($answer, ['{id}' => basename($head[2])]));
                continue;
            }
            $piece = '';
        }
        if ($piece === '') {
            fclose($each);
            unset($open[$id]);
        }
    }
}
