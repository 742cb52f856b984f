package io.grape.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads what the console is made of from the class path: its own folder, and the parts of Lit. */
final class ClassPathFiles {
    private static final String OWN = "/console";
    /** Where the parts of Lit lie, by the folder that they are served from: the jar's group and name. */
    private static final Map<String, String> LIT = Map.of(
            "lit", "org.mvnpm/lit",
            "lit-html", "org.mvnpm/lit-html",
            "lit-element", "org.mvnpm/lit-element",
            "reactive-element", "org.mvnpm.at.lit/reactive-element");

    private ClassPathFiles() {}

    /** Every file of the app, by its path below {@code console}. */
    static SortedMap<String, byte[]> own() {
        URL folder = ClassPathFiles.class.getResource(OWN);
        if (folder == null) {
            throw new IllegalStateException("not on the class path: " + OWN);
        }
        try {
            URI uri = folder.toURI();
            if (!uri.getScheme().equals("jar")) {
                return below(Path.of(uri));
            }
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                return below(jar.getPath(OWN));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SortedMap<String, byte[]> below(Path folder) throws IOException {
        SortedMap<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString().replace('\\', '/');
                files.put(name, Files.readAllBytes(file));
            }
        }
        return files;
    }

    /** One file of a part of Lit. */
    static byte[] lit(String part, String file) {
        return read("META-INF/resources/_static/" + part + "/" + version(part) + "/" + file);
    }

    private static String version(String part) {
        Properties made = new Properties();
        try (InputStream in = open("META-INF/maven/" + LIT.get(part) + "/pom.properties")) {
            made.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return made.getProperty("version");
    }

    private static byte[] read(String path) {
        try (InputStream in = open(path)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String path) {
        InputStream in = ClassPathFiles.class.getClassLoader().getResourceAsStream(path);
        if (in == null) {
            throw new IllegalStateException("not on the class path: " + path);
        }
        return in;
    }
}
