package io.grape.redis.tube;

import io.grape.core.gate.Gate;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.gate.Gates;
import io.grape.core.tube.Pause;
import io.grape.redis.script.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads the reply of gate_list. */
public final class GateReader {
    private static final int PAUSED_UNTIL = 2;
    private static final int FIRST_GATE = 4;
    private static final int VALUES = 4;

    // The values in the first line of a stored gate. Source: docs/storage.md#gates.
    private static final int MODE = 1;
    private static final int KIND = 2;
    private static final int UNTIL = 3;
    private static final int SINCE = 4;
    private static final int COUNT = 5;
    private static final int VALUE = 6;

    private GateReader() {}

    static List<Gate> read(Reply reply) {
        List<Gate> gates = new ArrayList<>();
        if (!reply.isEmpty(PAUSED_UNTIL)) {
            gates.add(pause(TubeReader.pause(reply.number(PAUSED_UNTIL), reply.text(PAUSED_UNTIL + 1))));
        }
        for (int at = FIRST_GATE; at < reply.size(); at += VALUES) {
            gates.add(gate(
                    reply.text(at), reply.text(at + 1), reply.text(at + 2).equals("lifting"), reply.number(at + 3)));
        }
        gates.sort(Comparator.comparing(Gate::name));
        return gates;
    }

    /** The names of the gates, apart from the pause. */
    public static List<String> names(Reply reply) {
        return IntStream.iterate(FIRST_GATE, at -> at < reply.size(), at -> at + VALUES)
                .mapToObj(reply::text)
                .toList();
    }

    private static Gate pause(Pause pause) {
        return new Gate(
                Gates.PAUSE, GateMatch.ALL, GateMode.HOLD, false, pause.until(), null, "", pause.reason(), 0, 0, 0);
    }

    private static Gate gate(String name, String stored, boolean isLifting, long held) {
        String[] lines = stored.split("\n", 3);
        String[] values = lines[0].split(" ", -1);
        GateMode mode = GateMode.parse(values[MODE]);
        long count = Long.parseLong(values[COUNT]);
        return new Gate(
                name,
                new GateMatch(GateMatch.Kind.valueOf(values[KIND].toUpperCase(Locale.ROOT)), values[VALUE]),
                mode,
                isLifting,
                instant(values[UNTIL]),
                instant(values[SINCE]),
                lines[1],
                lines[2],
                held,
                mode == GateMode.DROP ? count : 0,
                mode == GateMode.BURY ? count : 0);
    }

    private static @Nullable Instant instant(String millis) {
        return millis.equals("-") ? null : Instant.ofEpochMilli(Long.parseLong(millis));
    }

    static Gate withHeld(Gate gate, long held) {
        return new Gate(
                gate.name(),
                gate.match(),
                gate.mode(),
                gate.isLifting(),
                gate.until(),
                gate.since(),
                gate.by(),
                gate.reason(),
                held,
                gate.dropped(),
                gate.buried());
    }
}
