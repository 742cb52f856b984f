package io.grape.server.http.call;

import io.grape.core.GrapeException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which ETag something must have to be changed. Source: RFC 9110, section 13.1.1. */
public final class IfMatch {
    private static final String HEADER = "If-Match";
    private static final String ANY = "*";
    private static final Pattern TAG = Pattern.compile("(?:W/)?\"[^\"]*\"");
    private static final Pattern OWN_TAG = Pattern.compile("\"[^\"]+\"");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,16}");
    private static final long NO_NUMBER = -1;

    private IfMatch() {}

    /** The ETag of a rev. */
    public static String tag(Object rev) {
        return "\"" + rev + "\"";
    }

    /** True when a request names an ETag, or asks that there is one. */
    public static boolean isAsked(Request request) {
        return request.header(HEADER) != null;
    }

    /** The rev that a request asks for; null = any. For an ETag that is not ours: one that nothing has. */
    public static @Nullable String rev(Request request) {
        String tag = request.header(HEADER);
        if (tag == null || tag.equals(ANY)) {
            return null;
        }
        if (!TAG.matcher(tag).matches()) {
            throw GrapeException.badValue(HEADER, "* or one ETag, as \"1700000000000\"", "'" + tag + "'");
        }
        return OWN_TAG.matcher(tag).matches() ? tag.substring(1, tag.length() - 1) : tag;
    }

    /** The same of what has numbers as revs. */
    public static @Nullable Long number(Request request) {
        String rev = rev(request);
        return rev == null ? null : NUMBER.matcher(rev).matches() ? Long.parseLong(rev) : NO_NUMBER;
    }
}
