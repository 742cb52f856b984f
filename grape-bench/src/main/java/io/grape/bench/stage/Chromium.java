package io.grape.bench.stage;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.PlaywrightException;
import io.grape.harness.HarnessFailure;
import io.grape.harness.Programs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The system's Chromium, driven by one thread. */
public final class Chromium implements AutoCloseable {
    private static final List<String> ARGUMENTS = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    /** Begins with the page: says what the browser saw once all that is wanted is there, and drawn. */
    private static final String WATCH = """
            window.grapeSeen = (async (wanted) => {
              const there = () => wanted.every((one) => document.querySelector(one))
                  && !document.querySelector('main [aria-busy=true]');
              const paint = new Promise((seen) => new PerformanceObserver((list) => {
                const first = list.getEntriesByName('first-contentful-paint')[0];
                first && seen(first.startTime);
              }).observe({type: 'paint', buffered: true}));
              await new Promise((seen, failed) => {
                setTimeout(() => failed(new Error('never shown: ' + wanted)), 60000);
                new MutationObserver((all, observer) => {
                  if (there()) {
                    observer.disconnect();
                    requestAnimationFrame(() => setTimeout(seen));
                  }
                }).observe(document, {subtree: true, childList: true, attributes: true});
              });
              const data = performance.now();
              const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
              const calls = loaded.filter((one) => /^\\/v1\\/(?!stream)/.test(new URL(one.name).pathname));
              return {
                firstPaint: await paint,
                data,
                calls: calls.length,
                bytes: loaded.filter((one) => !one.name.includes('/v1/')).reduce((sum, one) => sum + one.encodedBodySize, 0),
                callBytes: calls.reduce((sum, one) => sum + one.encodedBodySize, 0),
                slowestCall: Math.max(0, ...calls.map((one) => one.duration)),
              };
            })(WANTED);
            // It is asked for later; until then a failure is nobody's.
            window.grapeSeen.catch(() => {});
            """;

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    /** Where one is on this machine. */
    public static Optional<Path> program() {
        return Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> Programs.find(name).stream())
                .findFirst();
    }

    static Chromium start(Path program) {
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        try {
            BrowserType.LaunchOptions options =
                    new BrowserType.LaunchOptions().setExecutablePath(program).setArgs(ARGUMENTS);
            return new Chromium(playwright, playwright.chromium().launch(options));
        } catch (PlaywrightException e) {
            playwright.close();
            throw new HarnessFailure("cannot start " + program + ": " + e.getMessage(), e);
        }
    }

    /** Which it is. */
    public String description() {
        return browser.version();
    }

    /**
     * Looks at a page as somebody who was never there: nothing of it is cached.
     *
     * @param wanted selectors, each of which finds something once the page shows what it is for
     */
    public PageTiming look(String url, List<String> wanted) {
        try (BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            page.addInitScript(WATCH.replace("WANTED", json(wanted)));
            page.navigate(url);
            return read((Map<?, ?>) page.evaluate("window.grapeSeen"));
        } catch (PlaywrightException e) {
            throw new HarnessFailure(url + ": " + e.getMessage(), e);
        }
    }

    private static String json(List<String> texts) {
        return "[\"" + String.join("\",\"", texts) + "\"]";
    }

    private static PageTiming read(Map<?, ?> seen) {
        return new PageTiming(
                number(seen, "firstPaint"),
                number(seen, "data"),
                number(seen, "calls"),
                number(seen, "bytes"),
                number(seen, "callBytes"),
                number(seen, "slowestCall"));
    }

    private static double number(Map<?, ?> seen, String name) {
        return seen.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    @Override
    public void close() {
        playwright.close();
    }
}
