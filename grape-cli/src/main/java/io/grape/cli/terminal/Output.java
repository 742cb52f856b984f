package io.grape.cli.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Writes the results of a word in the format that was asked for. */
public final class Output {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Terminal terminal;
    private final OutputFormat format;

    public Output(Terminal terminal, OutputFormat format) {
        this.terminal = terminal;
        this.format = format;
    }

    /** An empty item. Its fields are written in the order in which they are put. */
    public static ObjectNode item() {
        return MAPPER.createObjectNode();
    }

    /** The name of a value, as options, files and results have it. */
    public static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** A number and what is counted, such as {@code 1 failed job} or {@code 2 failed jobs}. */
    public static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /** Writes one item: a table has a line for each field. */
    public void one(ObjectNode item) {
        if (format == OutputFormat.TABLE) {
            Table table = new Table(List.of());
            item.properties().forEach(field -> table.add(List.of(field.getKey(), cell(field.getValue()))));
            table.print(terminal.out(), false);
        } else {
            terminal.out().println(json(item));
        }
        terminal.out().flush();
    }

    /** Writes all items. A JSON document of them is an array. */
    public void all(List<String> columns, Stream<ObjectNode> items) {
        each(columns, rows -> items.forEach(rows::add));
    }

    /**
     * Writes items as they come; a table at the end. Where the source fails, a table is not begun.
     *
     * @param columns the fields that a table shows
     */
    public void each(List<String> columns, Consumer<Rows> source) {
        Rows rows = rows(columns);
        source.accept(rows);
        rows.close();
    }

    /** The same, to be closed at the end: then a table is written, also where the source failed. */
    public Rows rows(List<String> columns) {
        return switch (format) {
            case TABLE -> new TableRows(terminal, columns);
            case JSON -> new ArrayRows(terminal);
            case NDJSON -> item -> line(json(item));
        };
    }

    private boolean line(String text) {
        terminal.out().println(text);
        return !terminal.out().checkError();
    }

    /** Whether people read it. */
    public boolean isTable() {
        return format == OutputFormat.TABLE;
    }

    /** Takes items one by one. */
    public interface Rows extends AutoCloseable {
        /** False once nobody reads the output. */
        boolean add(ObjectNode item);

        @Override
        default void close() {}
    }

    private record TableRows(Terminal terminal, List<String> columns, Table table) implements Rows {
        TableRows(Terminal terminal, List<String> columns) {
            this(terminal, columns, new Table(columns));
        }

        @Override
        public boolean add(ObjectNode item) {
            table.add(columns.stream().map(column -> cell(item.path(column))).toList());
            return true;
        }

        @Override
        public void close() {
            table.print(terminal.out(), terminal.hasColour());
            terminal.out().flush();
        }
    }

    private static final class ArrayRows implements Rows {
        private final Terminal terminal;
        private String before = "[";

        ArrayRows(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public boolean add(ObjectNode item) {
            terminal.out().print(before + json(item));
            before = ",\n";
            return !terminal.out().checkError();
        }

        @Override
        public void close() {
            terminal.out().println(before.equals("[") ? "[]" : "]");
            terminal.out().flush();
        }
    }

    private static String cell(JsonNode value) {
        return value.isMissingNode() || value.isNull() ? "" : value.isTextual() ? value.textValue() : json(value);
    }

    private static String json(JsonNode node) {
        try {
            return Plain.text(MAPPER.writeValueAsString(node));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
