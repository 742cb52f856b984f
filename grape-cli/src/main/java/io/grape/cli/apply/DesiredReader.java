package io.grape.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.settings.Payloads;
import io.grape.cli.terminal.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads files. What they do not know is a {@link UsageException} that names file, line and key. */
final class DesiredReader {
    private static final String PAUSED = "paused";

    private final Map<String, WantedTube> tubes = new LinkedHashMap<>();
    private @Nullable Map<String, Wanted> quotas;

    /** Adds what a file wants. */
    void read(String file, String text) {
        Node root = root(file, text);
        if (root == null) {
            return;
        }
        Shapes.entries(new Place(file, "", root), (section, place) -> {
            switch (section) {
                case "tubes" -> Shapes.entries(place, this::tube);
                case "quotas" -> quotas(place);
                default -> throw place.wrong("unknown; expected tubes or quotas");
            }
        });
    }

    private static @Nullable Node root(String file, String text) {
        try {
            return new Compose(LoadSettings.builder().setLabel(file).build())
                    .composeString(text)
                    .orElse(null);
        } catch (StackOverflowError e) {
            throw new UsageException(file + ": expected YAML, got values that are nested too deep");
        } catch (MarkedYamlEngineException e) {
            String line = e.getProblemMark()
                    .map(Mark::getLine)
                    .map(at -> ":" + (at + 1))
                    .orElse("");
            throw new UsageException(
                    file + line + ": " + Unquoted.remedy(text, e).orElse("expected YAML: " + e.getProblem()));
        } catch (YamlEngineException e) {
            throw new UsageException(file + ": expected YAML: " + e.getMessage());
        }
    }

    private void tube(String name, Place place) {
        WantedTube before = tubes.get(name);
        if (before != null) {
            throw place.wrong("expected this tube once, got it at " + before.place() + "too");
        }
        ObjectNode settings = JsonNodeFactory.instance.objectNode();
        ObjectNode paused = JsonNodeFactory.instance.objectNode();
        Map<String, List<Wanted>> sections = new LinkedHashMap<>();
        Shapes.entries(place, (key, value) -> {
            switch (key) {
                case "gates" -> sections.put(key, gates(value));
                case "schedules" -> sections.put(key, schedules(value));
                case PAUSED -> paused.set(PAUSED, Shapes.flag().read(value));
                default -> FileShapes.TUBE.field(settings, place, key, value);
            }
        });
        tubes.put(
                name,
                new WantedTube(
                        place,
                        name,
                        settings,
                        paused.has(PAUSED) ? paused.path(PAUSED).asBoolean() : null,
                        sections.get("gates"),
                        sections.get("schedules")));
    }

    private static List<Wanted> all(ObjectShape shape, Place section) {
        List<Wanted> all = new ArrayList<>();
        Shapes.entries(section, (name, place) -> all.add(new Wanted(place, name, (ObjectNode) shape.read(place))));
        return all;
    }

    private static List<Wanted> schedules(Place section) {
        List<Wanted> schedules = all(FileShapes.SCHEDULE, section);
        for (Wanted schedule : schedules) {
            String type = schedule.fields().path("contentType").asText("application/json");
            if (schedule.fields().has("payload") && !Payloads.isJsonType(type)) {
                throw schedule.place()
                        .wrong("contentType: expected a JSON type, or payloadBase64 in place of payload, got '" + type
                                + "'");
            }
        }
        return schedules;
    }

    private static List<Wanted> gates(Place section) {
        List<Wanted> gates = all(FileShapes.GATE, section);
        for (Wanted gate : gates) {
            JsonNode match = gate.fields().path("match");
            long given =
                    Stream.of("key", "label", "all").filter(match::hasNonNull).count();
            if (given != 1 || (match.hasNonNull("all") && !match.path("all").asBoolean())) {
                throw gate.place().wrong("match: expected one of key, label and all: true");
            }
        }
        return gates;
    }

    private void quotas(Place section) {
        Map<String, Wanted> all = quotas == null ? new LinkedHashMap<>() : quotas;
        for (Wanted quota : all(FileShapes.QUOTA, section)) {
            Wanted before = all.putIfAbsent(quota.name(), quota);
            if (before != null) {
                throw quota.place().wrong("expected this quota once, got it at " + before.place() + "too");
            }
        }
        quotas = all;
    }

    /** What all files together want. */
    Desired desired() {
        return new Desired(List.copyOf(tubes.values()), quotas == null ? null : List.copyOf(quotas.values()));
    }
}
