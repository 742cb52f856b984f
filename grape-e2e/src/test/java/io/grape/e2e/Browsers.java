package io.grape.e2e;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The system's Chromium, one for a test class; each test has pages of its own. A test whose page reported an error fails. */
final class Browsers implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    private static final List<String> ARGUMENTS = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");
    private static final double PATIENCE_MILLIS = 20_000;

    private final List<BrowserContext> contexts = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private @Nullable Playwright playwright;
    private @Nullable Browser browser;

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
        Path program = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElseGet(() -> Assumptions.abort("no Chromium is installed: the console was NOT tested"));
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program)
                        .setArgs(ARGUMENTS));
    }

    /** A page in a session of its own. */
    Page open(Look look) {
        if (browser == null) {
            throw new IllegalStateException("no browser was started");
        }
        BrowserContext context = browser.newContext(new Browser.NewContextOptions()
                .setViewportSize(look.width, look.height)
                .setColorScheme(look.scheme)
                .setReducedMotion(com.microsoft.playwright.options.ReducedMotion.REDUCE)
                .setTimezoneId("UTC")
                .setLocale("en-GB"));
        context.setDefaultTimeout(PATIENCE_MILLIS);
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        contexts.add(context);
        Page page = context.newPage();
        page.onPageError(error -> errors.add(error));
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") && !message.text().contains("Failed to load resource")) {
                errors.add(message.text());
            }
        });
        return page;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        contexts.forEach(BrowserContext::close);
        contexts.clear();
        List<String> seen = List.copyOf(errors);
        errors.clear();
        if (!seen.isEmpty()) {
            throw new AssertionError("the page reported errors: " + seen);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (playwright != null) {
            playwright.close();
        }
    }
}
