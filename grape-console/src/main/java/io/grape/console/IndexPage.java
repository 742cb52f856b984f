package io.grape.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The page that starts the app: says where its files are, and allows nothing else. */
final class IndexPage {
    /** What is run at the start; the files of the pages are loaded by these. */
    private static final List<String> STARTS = List.of("js/start.js", "js/main.js");

    private static final String PAGES = "js/pages/";

    private final String importMap;
    private final String text;

    /** @param files where all files but this one are, relative to the base path, ending with a slash */
    IndexPage(String template, String basePath, String files, SortedMap<String, byte[]> all) {
        ModuleGraph graph = new ModuleGraph(all);
        Set<String> first = graph.neededBy(STARTS);
        this.importMap = new TreeMap<>(ModuleGraph.NAMED)
                .entrySet().stream()
                        .map(module -> "\"" + module.getKey() + "\":\"./" + files + module.getValue() + "\"")
                        .collect(Collectors.joining(",", "{\"imports\":{", "}}"));
        this.text = template.replace("{{base}}", basePath)
                .replace("{{imports}}", importMap)
                .replace("{{modules}}", preloads(files, first))
                .replace("{{pages}}", pages(all.keySet(), graph, first))
                .replace("{{files}}", files);
    }

    /** All at once: else a browser would find one module only after it has read the one before. */
    private static String preloads(String folder, Collection<String> modules) {
        return modules.stream()
                .map(name -> "<link rel=\"modulepreload\" href=\"" + folder + name + "\">")
                .collect(Collectors.joining("\n"));
    }

    /** The files that each page needs beside the first, by the name of its file, as JSON. */
    private static String pages(Set<String> files, ModuleGraph graph, Set<String> first) {
        return files.stream()
                .filter(name -> name.startsWith(PAGES))
                .map(page -> "\"" + page.substring(PAGES.length(), page.length() - ".js".length()) + "\":"
                        + graph.neededBy(List.of(page)).stream()
                                .filter(name -> !first.contains(name))
                                .map(name -> "\"" + name + "\"")
                                .collect(Collectors.joining(",", "[", "]")))
                .collect(Collectors.joining(",", "{", "}"));
    }

    byte[] bytes() {
        return text.getBytes(UTF_8);
    }

    /** Scripts, styles, pictures and calls from here only; of scripts in the page the map of modules only. */
    String contentSecurityPolicy() {
        return "default-src 'none'; script-src 'self' 'sha256-" + Sha256.base64(importMap.getBytes(UTF_8)) + "'; "
                + "style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'self'; "
                + "form-action 'self'; frame-ancestors 'none'";
    }
}
