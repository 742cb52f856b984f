package io.grape.server.config;

import io.grape.address.RedisUri;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Options on the command line: {@code --http-port 9521} or {@code --http-port=9521}. */
final class FlagSource {
    private FlagSource() {}

    static List<ParsedOption> read(List<String> args) {
        List<ParsedOption> found = new ArrayList<>();
        Iterator<String> rest = args.iterator();
        while (rest.hasNext()) {
            found.add(next(rest.next(), rest));
        }
        return found;
    }

    private static ParsedOption next(String arg, Iterator<String> rest) {
        int equals = arg.indexOf('=');
        String flag = equals < 0 ? arg : arg.substring(0, equals);
        Option<?> option =
                Options.find(one -> one.flag().equals(flag)).orElseThrow(() -> ParsedOption.wrong(unknown(arg, flag)));
        return new ParsedOption(option, equals < 0 ? value(option, rest) : arg.substring(equals + 1), flag);
    }

    private static String value(Option<?> option, Iterator<String> rest) {
        String value = rest.hasNext() ? rest.next() : "";
        if (value.isEmpty() || value.startsWith("--")) {
            throw ParsedOption.wrong(option.flag() + ": expected "
                    + option.form().expected() + ", got " + (value.isEmpty() ? "nothing" : "the flag " + value));
        }
        return value;
    }

    private static String unknown(String arg, String flag) {
        return flag.startsWith("-")
                ? flag + ": unknown option, see --help"
                : "'" + RedisUri.masked(arg) + "': expected an option, which begins with --, see --help";
    }
}
