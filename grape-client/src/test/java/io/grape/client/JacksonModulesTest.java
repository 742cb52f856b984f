package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first codec may be made by a thread of a pool, whose class loader knows none of the application's modules. */
class JacksonModulesTest {
    @TempDir
    private Path directory;

    /** What only a module can read. */
    public static final class Special {
        final String text;

        private Special(String text, int unused) {
            this.text = text;
        }
    }

    /** It is found as a service. */
    public static final class SpecialModule extends SimpleModule {
        private static final long serialVersionUID = 1;

        public SpecialModule() {
            addDeserializer(Special.class, new StdDeserializer<>(Special.class) {
                private static final long serialVersionUID = 1;

                @Override
                public Special deserialize(JsonParser json, DeserializationContext context) throws java.io.IOException {
                    return new Special("read by the module: " + json.getText(), 0);
                }
            });
        }
    }

    /** Runs in a class loader in which the client is loaded anew. */
    public static final class Decoding implements Callable<String> {
        @Override
        public String call() throws Exception {
            return Codec.json(Special.class).decode("\"x\"".getBytes(UTF_8)).text;
        }
    }

    @Test
    void modulesAreFoundByTheLoaderOfTheLibraryAndNotByThatOfTheThread() throws Exception {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(
                services.resolve("com.fasterxml.jackson.databind.Module"), SpecialModule.class.getName() + "\n");
        List<URL> urls = new ArrayList<>(List.of(directory.toUri().toURL()));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader application = new URLClassLoader(urls.toArray(new URL[0]), platform)) {
            thread.setContextClassLoader(platform);
            Object decoding = application
                    .loadClass(Decoding.class.getName())
                    .getConstructor()
                    .newInstance();
            assertThat(((Callable<?>) decoding).call()).isEqualTo("read by the module: x");
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
