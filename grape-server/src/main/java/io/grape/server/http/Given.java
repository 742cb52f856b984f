package io.grape.server.http;

import org.jspecify.annotations.Nullable;

/** Values that came by name, in a query or in a JSON object; null = it was not there. */
interface Given {
    @Nullable
    String text(String name);

    /** A whole number. */
    @Nullable
    Long whole(String name);

    /** True or false. */
    @Nullable
    Boolean flag(String name);
}
