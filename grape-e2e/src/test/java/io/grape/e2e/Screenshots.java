package io.grape.e2e;

import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.Locale;

/** Pictures of pages, kept as output of the build. */
final class Screenshots {
    private static final Path FOLDER = Path.of("target", "screenshots");

    private Screenshots() {}

    /** A name for the page at a path. */
    static String name(String path) {
        String name = path.replaceAll("[^A-Za-z0-9-]+", "-").replaceAll("^-|-$", "");
        return name.isEmpty() ? "overview" : name;
    }

    /** Takes one of a whole page: {@code target/screenshots/overview-dark.png}. */
    static void take(Page page, String name, Browsers.Look look) {
        take(page, name, look, true);
    }

    /** Takes one of as much as the window shows: what lies above a page covers no more of it. */
    static void ofWindow(Page page, String name, Browsers.Look look) {
        take(page, name, look, false);
    }

    private static void take(Page page, String name, Browsers.Look look, boolean whole) {
        Path file = FOLDER.resolve(name + "-" + look.name().toLowerCase(Locale.ROOT) + ".png");
        page.screenshot(new Page.ScreenshotOptions().setPath(file).setFullPage(whole));
    }
}
