package io.grape.catalog;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object whose fields are read by name, for example a JSON body. The source itself refuses a value of the wrong type, because only
 * the source can show the value as the caller wrote it. A source that refuses nothing treats such a value as absent.
 */
public interface Source {
    /** Returns true if the field is present, even if it is null. */
    boolean has(String name);

    /** Returns true if the field is present and not null. */
    boolean hasValue(String name);

    /** Returns null if the field is absent, as do the methods for other types. */
    @Nullable
    Long wholeNumber(String name);

    @Nullable
    Double number(String name);

    @Nullable
    String text(String name);

    @Nullable
    Instant instant(String name);

    /** Returns false if the field is absent. */
    boolean flag(String name);

    /**
     * Returns the object that a field holds; it has no fields if the field is null or absent.
     *
     * @param known the fields that the object may have
     */
    Source object(String name, Set<String> known);
}
