package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each page as it is looked at: it shows what it is for, reports no error, and everybody can use it. Keeps a picture of each. */
@Tag("slow")
class PagesTest {
    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    @RegisterExtension
    static final Seeded SEEDED = new Seeded();

    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

    private static final Pattern PORT = Pattern.compile("\"beanstalkdPort\":([0-9]+)");

    private static String operation;
    private static Socket waiting;

    @BeforeAll
    static void fill() {
        operation = started("{\"kind\":\"kick\",\"tube\":\"billing-retry\",\"state\":\"failed\",\"limit\":2,"
                + "\"reason\":\"SocketTimeoutException: no answer from billing after <n> ms\"}");
        String jobs = IntStream.range(0, 300)
                .mapToObj(i -> "{\"id\":\"n" + i + "\",\"delayMs\":3600000,\"payload\":" + i + "}")
                .collect(Collectors.joining(",", "[", "]"));
        SEEDED.console().call("POST", "/v1/tubes/nightly-reports/jobs", jobs).is(200);
        // So slow that it runs as long as pages are looked at.
        started("{\"kind\":\"kick\",\"tube\":\"nightly-reports\",\"state\":\"delayed\",\"perSecond\":1}");
        SEEDED.console()
                .call("POST", "/v1/tokens", "{\"name\":\"shipping\",\"scopes\":[\"produce\"]}")
                .is(201);
        SEEDED.console()
                .call(
                        "PUT",
                        "/v1/quotas/shipping",
                        "{\"produce\":{\"perSecond\":100},\"consume\":{\"perSecond\":2.5},\"inFlight\":20}")
                .is(201);
    }

    /** A client of the beanstalkd protocol, which waits for a job for as long as pages are looked at. */
    @BeforeAll
    static void reserve() throws IOException {
        Matcher port =
                PORT.matcher(SEEDED.console().call("GET", "/v1/brokers", "").body());
        assertThat(port.find()).isTrue();
        waiting = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port.group(1)));
        waiting.getOutputStream().write("reserve\r\n".getBytes(US_ASCII));
    }

    @AfterAll
    static void leave() throws IOException {
        waiting.close();
    }

    /** Starts an operation and returns its id. */
    private static String started(String request) {
        Console.Answer started = SEEDED.console().call("POST", "/v1/operations", request);
        started.is(202);
        Matcher id = ID.matcher(started.body());
        assertThat(id.find()).isTrue();
        return id.group(1);
    }

    /** Paths of pages, and what each shows only once it has what it shows. */
    @ParameterizedTest
    @CsvSource({
        "/, order-timeout",
        "/tubes, billing-retry",
        "/tubes/order-timeout, order-3",
        "/tubes/billing-retry?state=failed, no answer from billing",
        "/tubes/billing-retry/jobs/bill-3, order 8803 is closed",
        "/tubes/images, trial",
        "/tubes/images/jobs/raw, trial",
        "/tubes/exports/keys, initech",
        "/tubes/exports, holds jobs with",
        "/tubes/exports/gates, they asked for it",
        "/tubes/exports/schedules, America/New_York",
        "/tubes/exports/schedules/daily, Its time zone",
        "/tubes/images?state=gated, pdf-3",
        "/tubes/images/jobs/pdf-3, Gate outage holds it",
        "/search?q=timeout, order-timeout",
        "/schedule, Due in this range",
        "/failed, billing-retry",
        "/failed/billing-retry, SocketTimeoutException",
        "/operations, nightly-reports",
        "/operations/{id}, its limit is reached",
        "/cluster, 1 broker alive",
        "/redis, noeviction",
        "/audit, the relay is down",
        "/access, shipping"
    })
    void eachPageShowsWhatItIsForAndCanBeUsedByEverybody(String path, String shown) {
        Page page = BROWSERS.open(Browsers.Look.LIGHT);
        String name = Screenshots.name(path);
        page.navigate(SEEDED.console().page(path.replace("{id}", operation)));
        assertThat(page.locator("main").getByText(shown).first()).isVisible();
        assertThat(page.locator(".live")).hasText(Pattern.compile("live"));
        Screenshots.take(page, name, Browsers.Look.LIGHT);
        assertThat(Accessibility.faults(page, "html")).isEmpty();

        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        Screenshots.take(page, name, Browsers.Look.DARK);
        assertThat(Accessibility.contrasts(page, "html")).isEmpty();

        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        page.setViewportSize(390, 844);
        Screenshots.take(page, name, Browsers.Look.PHONE);
        assertThat((Integer) page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))
                .isLessThanOrEqualTo(0);
    }

    /** A broker speaks of its clients every 10 s. */
    @ParameterizedTest
    @ValueSource(strings = {"/", "/cluster"})
    void clientsOfBeanstalkdAreShown(String path) {
        Page page = BROWSERS.open(Browsers.Look.LIGHT);
        page.navigate(SEEDED.console().page(path));
        assertThat(page.locator("main").getByText("1 connection, 0 reserved, 1 waiting"))
                .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(30_000));
        Screenshots.take(page, "beanstalkd-" + Screenshots.name(path), Browsers.Look.LIGHT);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        Screenshots.take(page, "beanstalkd-" + Screenshots.name(path), Browsers.Look.DARK);
        page.setViewportSize(390, 844);
        page.waitForFunction("document.documentElement.scrollWidth <= window.innerWidth");
        Screenshots.take(page, "beanstalkd-" + Screenshots.name(path), Browsers.Look.PHONE);
        assertThat(Accessibility.faults(page, "html")).isEmpty();
    }

    @Test
    void whatIsWrongWithAPageIsFound() {
        Page page = BROWSERS.open(Browsers.Look.LIGHT);
        page.setContent("<img src='data:,'><p style='color: #bbb; background: #fff'>hardly</p>");
        assertThat(Accessibility.faults(page, "html")).asString().contains("image-alt", "color-contrast");
        assertThat(Accessibility.contrasts(page, "html")).asString().contains("hardly");
    }
}
