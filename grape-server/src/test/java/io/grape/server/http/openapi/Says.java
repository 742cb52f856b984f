package io.grape.server.http.openapi;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** What the document says of a field, or of a whole record, beside its type. */
@Retention(RetentionPolicy.RUNTIME)
@interface Says {
    /** The description. */
    String value() default "";

    /** Further keywords of JSON Schema, as the fields of an object with single quotes. */
    String also() default "";
}
