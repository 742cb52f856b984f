package io.grape.redis.script;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Leaves the functions out of a prelude that a script does not use: Redis makes those that stand there anew at each run. Whatever stands
 * between the functions stays.
 */
final class UsedFunctions {
    private static final Pattern FUNCTION = Pattern.compile("local function (\\w+)\\(.*");
    private static final String END = "end";

    private final List<Piece> pieces = new ArrayList<>();

    /** A function, or, without a name, what stands between two. */
    private record Piece(String name, String text) {}

    private UsedFunctions(String prelude) {
        String name = "";
        StringBuilder text = new StringBuilder();
        for (String line : prelude.split("\n", -1)) {
            var begin = FUNCTION.matcher(line);
            if (begin.matches()) {
                pieces.add(new Piece("", text.toString()));
                text.setLength(0);
                name = begin.group(1);
            }
            text.append(line).append('\n');
            boolean isOneLine = begin.matches() && line.endsWith(" " + END);
            if (!name.isEmpty() && (isOneLine || line.equals(END))) {
                pieces.add(new Piece(name, text.toString()));
                text.setLength(0);
                name = "";
            }
        }
        pieces.add(new Piece("", text.toString()));
    }

    /** The prelude without those functions that neither the body uses, nor what else stays. */
    static String of(String prelude, String body) {
        UsedFunctions all = new UsedFunctions(prelude);
        StringBuilder seen = new StringBuilder(body);
        all.pieces.stream().filter(piece -> piece.name().isEmpty()).forEach(piece -> seen.append(code(piece)));
        List<String> kept = new ArrayList<>();
        // A function uses only those that stand before it.
        Collections.reverse(all.pieces);
        for (Piece piece : all.pieces) {
            boolean isUsed = piece.name().isEmpty()
                    || Pattern.compile("\\b" + piece.name() + "\\b")
                            .matcher(seen)
                            .find();
            if (isUsed) {
                kept.add(piece.text());
                seen.append(code(piece));
            }
        }
        Collections.reverse(kept);
        return String.join("", kept);
    }

    /** Without comments, which name functions, too. */
    private static String code(Piece piece) {
        return piece.text().replaceAll("(?m)--.*$", "");
    }
}
