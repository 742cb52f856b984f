package io.grape.cli.call;

import io.grape.cli.terminal.Output;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a value of an enum in lower or upper case. A mistake shows the values as help does. */
public record OfEnum<E extends Enum<E>>(Class<E> type) implements ITypeConverter<E> {
    @Override
    public E convert(String text) {
        return Arrays.stream(type.getEnumConstants())
                .filter(value -> value.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("expected one of "
                        + Arrays.stream(type.getEnumConstants())
                                .map(Output::name)
                                .collect(Collectors.joining(", "))
                        + ", got '" + text + "'"));
    }
}
