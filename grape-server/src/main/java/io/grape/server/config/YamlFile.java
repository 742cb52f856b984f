package io.grape.server.config;

import io.grape.command.Option;
import io.grape.command.Words;
import io.grape.core.GrapeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Options in a YAML file, one key each: {@code http-port: 9521}. The texts are read as they stand, as those of flags are. */
final class YamlFile {
    private final Path path;

    private YamlFile(Path path) {
        this.path = path;
    }

    static List<ParsedOption> read(Path path) {
        return new YamlFile(path).read();
    }

    private List<ParsedOption> read() {
        Optional<Node> root = compose(text());
        if (root.isEmpty() || root.get().getTag().equals(Tag.NULL)) {
            return List.of();
        }
        if (root.get() instanceof MappingNode options) {
            return options.getValue().stream().map(this::given).toList();
        }
        throw Words.usage(path + ": expected a mapping of options to values, got " + described(root.get()));
    }

    private String text() {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw GrapeException.badValue("config", "a file that can be read as UTF-8", "'" + path + "'");
        }
    }

    private Optional<Node> compose(String text) {
        try {
            return new Compose(
                            LoadSettings.builder().setSchema(new CoreSchema()).build())
                    .composeString(text);
        } catch (MarkedYamlEngineException e) {
            String line =
                    e.getProblemMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("");
            throw Words.usage(path + line + ": expected YAML, got a fault: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw Words.usage(path + ": expected YAML, got a fault: " + e.getMessage());
        }
    }

    private ParsedOption given(NodeTuple entry) {
        String key =
                entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : described(entry.getKeyNode());
        String where = path
                + entry.getKeyNode()
                        .getStartMark()
                        .map(mark -> ":" + (mark.getLine() + 1))
                        .orElse("") + ": " + key;
        Option<?> option = Options.find(
                        one -> Options.isInFile(one) && one.name().equals(key))
                .orElseThrow(() -> Words.usage(where + ": unknown option, see --help"));
        if (entry.getValueNode() instanceof ScalarNode value && !value.getTag().equals(Tag.NULL)) {
            return new ParsedOption(option, value.getValue(), where);
        }
        throw Words.usage(
                where + ": expected " + option.type().expected() + ", got " + described(entry.getValueNode()));
    }

    private static String described(Node node) {
        return switch (node.getNodeType()) {
            case MAPPING -> "a mapping";
            case SEQUENCE -> "a list";
            case SCALAR -> node.getTag().equals(Tag.NULL) ? "nothing" : "'" + ((ScalarNode) node).getValue() + "'";
            case ANCHOR -> "an alias";
        };
    }
}
