package io.grape.client;

import java.lang.invoke.MethodType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks for codecs of JSON: warns once per type of payload of fields that are unknown to it, and of fields that are
 * missing. Both are normal while a release is rolled out; otherwise producer and worker name the fields differently, and a
 * handler would finish jobs without their content. For codecs of your own, too.
 */
public final class PayloadFields {
    private static final Logger LOG = LoggerFactory.getLogger(PayloadFields.class);
    /** So that a program that makes types does not fill the heap. */
    private static final int MAX = 1000;

    private static final int MAX_SHOWN = 300;

    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    private PayloadFields() {}

    /** Warns, unless it has warned of this type before. */
    public static void unknown(String type, String field) {
        if (isFirst("unknown " + type)) {
            LOG.warn(
                    "payload: a field of the JSON is unknown to its type, and is ignored; check the names and the"
                            + " mapper type={} field={}",
                    type,
                    printable(field));
        }
    }

    /** Warns, unless it has warned of this type before. */
    public static void missing(String type, String why) {
        if (isFirst("missing " + type)) {
            LOG.warn(
                    "payload: the JSON lacks a field of its type, which is null, 0 or false then; check the names and"
                            + " the mapper type={} why={}",
                    type,
                    printable(why));
        }
    }

    /** Whether a field of this type may be absent: its type says so. */
    public static boolean isOptional(Class<?> type) {
        return type == Optional.class
                || type == OptionalInt.class
                || type == OptionalLong.class
                || type == OptionalDouble.class;
    }

    /** Anybody may have chosen the names in a payload. */
    private static String printable(String text) {
        String begin = text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
        return begin.replaceAll("[^\\x20-\\x7e]", "?");
    }

    private static boolean isFirst(String what) {
        return WARNED.size() < MAX && WARNED.add(what);
    }

    /**
     * Returns the type; for a primitive one its wrapper class, because Jackson would read null as 0 or false. Throws an
     * IllegalArgumentException if a part of it is a type variable: Jackson would read anything for it, and the handler would fail
     * with a ClassCastException.
     */
    public static Type known(Type type) {
        if (hasVariable(type)) {
            throw new IllegalArgumentException("codec: expected a type whose parts are known, got " + type.getTypeName()
                    + " with a type variable: give the type of its values, such as List<Order> instead of List<T>");
        }
        return type instanceof Class<?> plain && plain.isPrimitive()
                ? MethodType.methodType(plain).wrap().returnType()
                : type;
    }

    private static boolean hasVariable(Type type) {
        if (type instanceof ParameterizedType generic) {
            return Arrays.stream(generic.getActualTypeArguments()).anyMatch(PayloadFields::hasVariable);
        }
        if (type instanceof GenericArrayType array) {
            return hasVariable(array.getGenericComponentType());
        }
        if (type instanceof WildcardType wildcard) {
            return Stream.concat(Arrays.stream(wildcard.getUpperBounds()), Arrays.stream(wildcard.getLowerBounds()))
                    .anyMatch(PayloadFields::hasVariable);
        }
        return type instanceof TypeVariable;
    }
}
