package io.grape.server.http.grape13;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.GrapeException;
import io.grape.server.http.call.Request;
import io.grape.server.http.json.PercentEncoding;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a call of Grape 1.3: those of the query, then those of a form in the body. A name may be upper case or
 * lower case, the first value of a name is the one that counts, and names that no call knows are passed over.
 */
final class Grape13Params {
    private static final String TOKEN = "token";
    private static final Set<String> KNOWN = Set.of("tube", "jid", "dtr", "ttr", "max", TOKEN);
    /** A known name with every letter percent-encoded. */
    private static final int LONGEST_NAME = 15;
    /** A known value of a form that is longer cannot be one, and is passed over like one that does not parse. */
    private static final int LONGEST_VALUE = 16 * 1024;

    /** A payload that claims to be a form may hold any number of pairs; those behind these are not looked at, as in 1.3. */
    private static final int MAX_PAIRS = 1024;

    private static final String FORM = "application/x-www-form-urlencoded";

    private final Map<String, String> values = new HashMap<>();

    private Grape13Params() {}

    static Grape13Params of(Request request) {
        Grape13Params params = ofQuery(request);
        if (isForm(request)) {
            params.addForm(request.body());
        }
        return params;
    }

    private static Grape13Params ofQuery(Request request) {
        Grape13Params params = new Grape13Params();
        String uri = request.uri();
        int query = uri.indexOf('?');
        if (query >= 0) {
            params.addQuery(uri.substring(query + 1));
        }
        return params;
    }

    /** The token of the query, null when there is none. One in a form is not taken: the body is read for those who may. */
    static @Nullable String token(Request request) {
        return ofQuery(request).get(TOKEN);
    }

    /** A GET has no form. */
    private static boolean isForm(Request request) {
        String type = request.header("Content-Type");
        return type != null
                && type.toLowerCase(Locale.ROOT).startsWith(FORM)
                && !request.method().equals("GET");
    }

    private void addQuery(String pairs) {
        int count = 0;
        for (String pair : pairs.split("&", MAX_PAIRS + 1)) {
            if (++count > MAX_PAIRS) {
                return;
            }
            addPair(pair);
        }
    }

    private void addPair(String pair) {
        int equals = pair.indexOf('=');
        add(equals < 0 ? pair : pair.substring(0, equals), equals < 0 ? "" : pair.substring(equals + 1));
    }

    /** A form may be as long as a payload, and is read where it lies: only pairs that can be known are made into text. */
    private void addForm(byte[] pairs) {
        int from = 0;
        for (int count = 0; count < MAX_PAIRS && from <= pairs.length; count++) {
            int end = from;
            while (end < pairs.length && pairs[end] != '&') {
                end++;
            }
            if (end - from <= LONGEST_NAME + LONGEST_VALUE) {
                try {
                    addPair(new String(pairs, from, end - from, UTF_8));
                } catch (GrapeException e) {
                    // It may be a payload that claims to be a form.
                }
            }
            from = end + 1;
        }
    }

    private void add(String rawName, String rawValue) {
        if (rawName.length() <= LONGEST_NAME) {
            String name = PercentEncoding.decodedQuery(rawName).toLowerCase(Locale.ROOT);
            if (KNOWN.contains(name) && !values.containsKey(name)) {
                values.put(name, PercentEncoding.decodedQuery(rawValue));
            }
        }
    }

    /** The value of a parameter, null when it is not there. */
    @Nullable
    String get(String name) {
        return values.get(name);
    }
}
