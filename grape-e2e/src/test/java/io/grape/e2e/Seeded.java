package io.grape.e2e;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A console with something to show, one for all tests of a process, and how its buttons are found. */
final class Seeded implements BeforeAllCallback {
    private @Nullable Console console;

    /** Ends with the process. */
    private record Running(Path data, Console console) implements AutoCloseable {
        static Running start() {
            try {
                Path data = Files.createTempDirectory("grape-e2e");
                Console console = Console.start(data, "--beanstalkd-port=0");
                Seed.into(console);
                return new Running(data, console);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            console.close();
            try (Stream<Path> files = Files.walk(data)) {
                List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
                for (Path file : all) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        console = context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .computeIfAbsent(Running.class, key -> Running.start(), Running.class)
                .console();
    }

    Console console() {
        if (console == null) {
            throw new IllegalStateException("no console was started");
        }
        return console;
    }

    /** A new page that has what it shows. */
    Page at(Browsers browsers, String path) {
        Page page = browsers.open(Browsers.Look.LIGHT);
        page.navigate(console().page(path));
        page.locator("main h1:not(.visually-hidden)").first().waitFor();
        return page;
    }

    static Locator button(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile(name)))
                .first();
    }

    static Locator inDialog(Page page, String button) {
        return page.getByRole(AriaRole.DIALOG)
                .getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(button).setExact(true));
    }

    /** An entry of the menu of the page, of which there is one. */
    static void choose(Page page, String entry) {
        page.locator("main")
                .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(Pattern.compile("^More")))
                .click();
        page.getByRole(AriaRole.MENUITEM, new Page.GetByRoleOptions().setName(Pattern.compile("^" + entry)))
                .click();
    }

    /** Keys that come before it has the focus would be the page's. */
    static Locator openPalette(Page page) {
        page.keyboard().press("Control+k");
        Locator input = page.locator("dialog[open] input:focus");
        input.waitFor();
        return input;
    }
}
