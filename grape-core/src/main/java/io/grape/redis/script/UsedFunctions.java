package io.grape.redis.script;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts the shared code that a script uses in front of it: its functions, and the locals between them that have one line, without its
 * {@link Constants}. Redis makes all that stands there anew at each run. So what only the script's function {@code otherwise} uses
 * stands inside that one, which a usual run does not call.
 */
final class UsedFunctions {
    private static final Pattern FUNCTION = Pattern.compile("local function (\\w+)\\(.*");
    private static final Pattern LOCALS = Pattern.compile("local (\\w+(?:, \\w+)*)(?: =.*)?");
    /** A comment, or the dots before a name, and the name. */
    private static final Pattern NAME = Pattern.compile("--.*|(\\.*)([A-Za-z_]\\w*)");

    private static final String END = "end";
    private static final Pattern RARE = Pattern.compile("(?ms)(^local function otherwise\\(\\)\\n)(.*?^end\\n)");

    /** Those of the prelude that was used last: all scripts have the same. */
    private static volatile UsedFunctions last = new UsedFunctions("");

    private final String prelude;
    private final Constants constants;
    private final List<Piece> pieces = new ArrayList<>();

    /**
     * A function, or locals; or, without a name, what else stands between two functions.
     *
     * @param uses the names in its text
     */
    private record Piece(List<String> names, String text, Set<String> uses) {
        boolean isUsedIn(Set<String> code) {
            return names.isEmpty() || names.stream().anyMatch(code::contains);
        }
    }

    private UsedFunctions(String prelude) {
        this.prelude = prelude;
        this.constants = Constants.of(prelude);
        String function = "";
        StringBuilder text = new StringBuilder();
        for (String line : constants.inlined(prelude).split("\n", -1)) {
            Matcher begin = FUNCTION.matcher(line);
            Matcher locals = LOCALS.matcher(line);
            if (begin.matches()) {
                add(List.of(), text);
                function = begin.group(1);
            } else if (function.isEmpty() && locals.matches()) {
                add(List.of(), text);
                add(List.of(locals.group(1).split(", ")), new StringBuilder(line).append('\n'));
                continue;
            }
            text.append(line).append('\n');
            boolean isOneLine = begin.matches() && line.endsWith(" " + END);
            if (!function.isEmpty() && (isOneLine || line.equals(END))) {
                add(List.of(function), text);
                function = "";
            }
        }
        add(List.of(), text);
    }

    private void add(List<String> names, StringBuilder text) {
        pieces.add(new Piece(names, text.toString(), names(text)));
        text.setLength(0);
    }

    /** The script with those pieces of the prelude that it uses, or that what else stays uses. */
    static String with(String prelude, String script) {
        if (prelude.isEmpty()) {
            return script;
        }
        UsedFunctions functions = last;
        if (!functions.prelude.equals(prelude)) {
            functions = new UsedFunctions(prelude);
            last = functions;
        }
        return functions.with(script);
    }

    private String with(String script) {
        String body = constants.inlined(script);
        Matcher found = RARE.matcher(body);
        boolean hasRare = found.find();
        Set<String> usual = names(hasRare ? found.replaceFirst("") : body);
        Set<String> rare = names(hasRare ? found.group(2) : "");
        Deque<String> front = new ArrayDeque<>();
        Deque<String> inside = new ArrayDeque<>();
        // A piece uses only those that stand before it.
        for (int i = pieces.size() - 1; i >= 0; i--) {
            Piece piece = pieces.get(i);
            if (piece.isUsedIn(usual)) {
                front.addFirst(piece.text());
                usual.addAll(piece.uses());
            } else if (piece.isUsedIn(rare)) {
                inside.addFirst(piece.text());
                rare.addAll(piece.uses());
            }
        }
        String withInside = hasRare
                ? body.substring(0, found.end(1)) + String.join("", inside) + body.substring(found.end(1))
                : body;
        return String.join("", front) + withInside;
    }

    /** The names in a text, but those of fields and those in comments. */
    private static Set<String> names(CharSequence text) {
        Set<String> names = new HashSet<>();
        Matcher name = NAME.matcher(text);
        while (name.find()) {
            if (name.group(1) != null && !name.group(1).equals(".")) {
                names.add(name.group(2));
            }
        }
        return names;
    }
}
