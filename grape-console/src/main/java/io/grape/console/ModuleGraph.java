package io.grape.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.regex.Pattern;

/** Which modules import which, as far as they say so at their top: what is imported later is not among it. */
final class ModuleGraph {
    /** What the modules import by a name, and the file or folder that is meant. */
    static final Map<String, String> NAMED = Map.of(
            "lit", "lib/lit/index.js",
            "lit-html", "lib/lit-html/lit-html.js",
            "lit-html/", "lib/lit-html/",
            "lit-element/lit-element.js", "lib/lit-element/lit-element.js",
            "@lit/reactive-element", "lib/reactive-element/reactive-element.js");

    private static final Pattern IMPORT =
            Pattern.compile("(?:^|[;\\n])\\s*(?:import|export)\\b(?!\\s*\\()[^;'\"()]*?[\"']([^\"']+)[\"']");

    private final Map<String, List<String>> imports = new HashMap<>();

    ModuleGraph(SortedMap<String, byte[]> files) {
        files.forEach((name, bytes) -> {
            if (name.endsWith(".js")) {
                imports.put(name, imports(name, new String(bytes, UTF_8)));
            }
        });
    }

    private static List<String> imports(String module, String text) {
        return IMPORT.matcher(text)
                .results()
                .map(found -> file(module, found.group(1)))
                .toList();
    }

    /** The files that a browser needs before it can run these: themselves, and all that they import; what the first needs is first. */
    Set<String> neededBy(List<String> modules) {
        Set<String> needed = new LinkedHashSet<>();
        modules.forEach(module -> add(module, needed));
        return needed;
    }

    private void add(String module, Set<String> needed) {
        List<String> known = imports.get(module);
        if (known != null && needed.add(module)) {
            known.forEach(name -> add(name, needed));
        }
    }

    private static String file(String module, String name) {
        if (name.startsWith(".")) {
            return Path.of(module).resolveSibling(name).normalize().toString().replace('\\', '/');
        }
        int slash = name.indexOf('/') + 1;
        String folder = NAMED.get(name.substring(0, slash));
        return NAMED.getOrDefault(name, folder == null ? name : folder + name.substring(slash));
    }
}
