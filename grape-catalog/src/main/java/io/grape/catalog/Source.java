package io.grape.catalog;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object whose fields are read by name: a JSON body, or part of a YAML file. The source itself refuses a value of the wrong type,
 * because only the source can show the value as the caller wrote it.
 */
public interface Source {
    /** Returns true if the field is present, even if it is null. */
    boolean has(String name);

    /** Returns true if the field is present and not null. */
    boolean hasValue(String name);

    @Nullable
    Long wholeNumber(String name);

    @Nullable
    Double number(String name);

    @Nullable
    String text(String name);

    @Nullable
    Instant instant(String name);

    boolean flag(String name);

    /** Returns the object that a field holds; it has no fields if the field is null or absent. */
    Source object(String name, Set<String> known);
}
