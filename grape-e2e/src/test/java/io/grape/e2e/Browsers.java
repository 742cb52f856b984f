package io.grape.e2e;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The system's Chromium, one for all tests of a process. A class keeps what its browser keeps of the console's files, and nothing else of a
 * test is left to the next. A test whose page reported an error fails.
 */
final class Browsers implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    private static final List<String> ARGUMENTS = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");
    private static final double PATIENCE_MILLIS = 60_000;

    private final Map<Look, BrowserContext> contexts = new EnumMap<>(Look.class);
    private final List<String> errors = new ArrayList<>();
    private @Nullable Browser browser;

    /** Ends with the process. */
    private record Chromium(Playwright playwright, Browser browser) implements AutoCloseable {
        static Chromium start() {
            Path program = Stream.of("chromium", "chromium-browser", "google-chrome")
                    .flatMap(name -> Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                            .map(folder -> Path.of(folder, name)))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseGet(() -> Assumptions.abort("no Chromium is installed: the console was NOT tested"));
            Playwright playwright = Playwright.create(
                    new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
            BrowserType.LaunchOptions options =
                    new BrowserType.LaunchOptions().setExecutablePath(program).setArgs(ARGUMENTS);
            return new Chromium(playwright, playwright.chromium().launch(options));
        }

        @Override
        public void close() {
            playwright.close();
        }
    }

    /** How a page is looked at. */
    enum Look {
        LIGHT(1280, 800, ColorScheme.LIGHT),
        DARK(1280, 800, ColorScheme.DARK),
        PHONE(390, 844, ColorScheme.LIGHT);

        private final int width;
        private final int height;
        private final ColorScheme scheme;

        Look(int width, int height, ColorScheme scheme) {
            this.width = width;
            this.height = height;
            this.scheme = scheme;
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        browser = context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .computeIfAbsent(Chromium.class, key -> Chromium.start(), Chromium.class)
                .browser();
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    }

    /** A new page; those of one look share their session. */
    Page open(Look look) {
        Page page = contexts.computeIfAbsent(look, this::context).newPage();
        page.onPageError(errors::add);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") && !message.text().contains("Failed to load resource")) {
                errors.add(message.text());
            }
        });
        return page;
    }

    private BrowserContext context(Look look) {
        if (browser == null) {
            throw new IllegalStateException("no browser was started");
        }
        BrowserContext context = browser.newContext(new Browser.NewContextOptions()
                .setViewportSize(look.width, look.height)
                .setColorScheme(look.scheme)
                .setReducedMotion(ReducedMotion.REDUCE)
                .setTimezoneId("UTC")
                .setLocale("en-GB"));
        context.setDefaultTimeout(PATIENCE_MILLIS);
        return context;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        contexts.values().forEach(Browsers::forget);
        List<String> seen = List.copyOf(errors);
        errors.clear();
        if (!seen.isEmpty()) {
            throw new AssertionError("the page reported errors: " + seen);
        }
    }

    /** All but the files, which come from the broker only once for a class. */
    private static void forget(BrowserContext context) {
        for (Page page : context.pages()) {
            page.evaluate("location.protocol === 'http:' && localStorage.clear()");
            page.close();
        }
        context.clearCookies();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        contexts.values().forEach(BrowserContext::close);
        contexts.clear();
    }
}
