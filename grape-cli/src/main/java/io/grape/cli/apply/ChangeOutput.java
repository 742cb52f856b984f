package io.grape.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.settings.Durations;
import io.grape.cli.terminal.Output;
import io.grape.cli.terminal.Plain;
import io.grape.cli.terminal.Terminal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes changes: as lines with a sign for people, else as items. */
final class ChangeOutput implements AutoCloseable {
    private static final String MILLIS = "Ms";

    private final Terminal terminal;
    private final Output.@Nullable Rows rows;
    private final boolean isDone;

    /**
     * What writes to this terminal.
     *
     * @param isDone whether the changes were made
     */
    ChangeOutput(Terminal terminal, Output output, boolean isDone) {
        this.terminal = terminal;
        this.rows = output.isTable() ? null : output.rows(List.of());
        this.isDone = isDone;
    }

    void add(Change change) {
        if (rows == null) {
            print(change);
        } else {
            rows.add(item(change));
        }
    }

    private ObjectNode item(Change change) {
        ObjectNode json = Output.item()
                .put("change", Output.name(change.kind()))
                .put("kind", change.what())
                .put("name", change.name())
                .put("applied", isDone);
        ArrayNode fields = json.putArray("fields");
        for (FieldChange field : change.fields()) {
            fields.addObject()
                    .put("name", field.name())
                    .<ObjectNode>set("from", field.from())
                    .set("to", field.to());
        }
        return json;
    }

    private void print(Change change) {
        line(change.kind().sign() + " " + change.what() + " " + change.name());
        for (FieldChange field : change.fields()) {
            boolean isTime = field.name().endsWith(MILLIS);
            String name = isTime ? field.name().substring(0, field.name().length() - MILLIS.length()) : field.name();
            String from = text(field.from(), isTime);
            String to = text(field.to(), isTime);
            line("    " + name + ": "
                    + switch (change.kind()) {
                        case CREATE -> to;
                        case REMOVE -> from;
                        case CHANGE -> from + " → " + to;
                    });
        }
        terminal.out().flush();
    }

    private void line(String text) {
        terminal.out().println(Plain.text(text));
    }

    private static String text(@Nullable JsonNode value, boolean isTime) {
        if (value == null) {
            return "none";
        }
        return isTime && value.isIntegralNumber()
                ? Durations.text(Duration.ofMillis(value.asLong()))
                : value.toString();
    }

    /** The last line, for people. */
    void sum(List<Change> changes) {
        if (rows == null) {
            terminal.out().println(sum(changes, isDone));
            terminal.out().flush();
        }
    }

    private static String sum(List<Change> changes, boolean isDone) {
        if (changes.isEmpty()) {
            return "Nothing to change.";
        }
        long created = count(changes, Change.Kind.CREATE);
        long changed = count(changes, Change.Kind.CHANGE);
        long removed = count(changes, Change.Kind.REMOVE);
        return created + " to create, " + changed + " to change, " + removed + " to remove: "
                + (isDone ? "done." : "nothing was changed.");
    }

    private static long count(List<Change> changes, Change.Kind kind) {
        return changes.stream().filter(change -> change.kind() == kind).count();
    }

    @Override
    public void close() {
        if (rows != null) {
            rows.close();
        }
    }
}
