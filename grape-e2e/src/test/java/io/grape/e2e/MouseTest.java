package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.grape.e2e.Seeded.button;
import static io.grape.e2e.Seeded.choose;
import static io.grape.e2e.Seeded.inDialog;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What operators do, by mouse. */
@Tag("slow")
class MouseTest {
    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    @RegisterExtension
    static final Seeded SEEDED = new Seeded();

    private static Page at(String path) {
        return SEEDED.at(BROWSERS, path);
    }

    @Test
    void aJobIsPutLookedAtRunAndDeletedUnlessThatIsUndone() {
        Page page = at("/tubes/images");
        button(page, "Put job").click();
        page.getByLabel("Id", new Page.GetByLabelOptions().setExact(true)).fill("by-hand");
        inDialog(page, "Put job").click();
        assertThat(page).hasURL(Pattern.compile("/tubes/images/jobs/by-hand$"));
        assertThat(page.locator("main").getByText("hello")).isVisible();
        button(page, "Run now").click();
        assertThat(page.locator("main").getByText("Kicked").first()).isVisible();
        choose(page, "Delete");
        button(page, "^Undo").click();
        SEEDED.console().call("GET", "/v1/tubes/images/jobs/by-hand", "").is(200);
        choose(page, "Delete");
        assertThat(page.getByTestId("gone")).isVisible();
        SEEDED.console().gone("/v1/tubes/images/jobs/by-hand");
    }

    @Test
    void jobsAreListedByTheKeyThatIsClicked() {
        SEEDED.console()
                .call("PUT", "/v1/tubes/images/jobs/of-nobody?delayMs=3600000", "{}")
                .is(201);
        Page page = at("/tubes/images");
        assertThat(page.getByText("of-nobody")).isVisible();
        page.getByText("acme").click();
        assertThat(page).hasURL(Pattern.compile("[?&]key=acme"));
        assertThat(page.getByText("of-nobody")).hasCount(0);
        assertThat(page.getByText("raw", new Page.GetByTextOptions().setExact(true)))
                .isVisible();
        page.getByTitle("Show all jobs again").click();
        assertThat(page.getByText("of-nobody")).isVisible();
        SEEDED.console().call("DELETE", "/v1/tubes/images/jobs/of-nobody", "").is(204);
    }

    @Test
    void ofAFilteredListOnlyTheJobsWithItsKeyAndLabelAreDeleted() {
        String job = "/v1/tubes/tagged/jobs/";
        SEEDED.console().call("PUT", job + "mine?key=acme&labels=eu", "{}").is(201);
        SEEDED.console().call("PUT", job + "others?key=acme", "{}").is(201);
        Page page = at("/tubes/tagged?state=ready&key=acme&label=eu");
        choose(page, "Delete those of Ready with acme, eu");
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        assertThat(dialog.getByText("acme")).isVisible();
        inDialog(page, "Dry run").click();
        assertThat(dialog.getByText("1 job matches")).isVisible();
        assertThat(inDialog(page, "Delete")).isDisabled();
        dialog.locator("[name=typed]").fill("tagged");
        inDialog(page, "Delete").click();
        assertThat(page).hasURL(Pattern.compile("/operations/[^/]+$"));
        assertThat(page.locator("main .state").first()).containsText("Done");
        assertThat(page.locator("main dl")).containsText("Key acme Label eu");
        SEEDED.console().gone(job + "mine");
        SEEDED.console().call("GET", job + "others", "").is(200);
        SEEDED.console().call("DELETE", "/v1/tubes/tagged?confirm=tagged", "").is(204);
    }

    @Test
    void aJobIsDeletedAtOnceWhenThePageIsLeft() {
        SEEDED.console().call("PUT", "/v1/tubes/images/jobs/left", "{}").is(201);
        Page page = at("/tubes/images/jobs/left");
        choose(page, "Delete");
        assertThat(button(page, "^Undo")).isVisible();
        page.keyboard().press("z");
        assertThat(page.getByTestId("toast")).hasCount(0);
        SEEDED.console().call("GET", "/v1/tubes/images/jobs/left", "").is(200);
        choose(page, "Delete");
        assertThat(button(page, "^Undo")).isVisible();
        page.navigate("about:blank");
        SEEDED.console().gone("/v1/tubes/images/jobs/left");
    }

    @Test
    void aTubeIsPausedWithAReasonThatOthersSeeAndGoesOn() {
        Page page = at("/tubes/order-timeout");
        button(page, "Pause").click();
        page.getByLabel("Reason").fill("the printer is on fire");
        inDialog(page, "Pause").click();
        assertThat(page.getByText("the printer is on fire").first()).isVisible();
        Page other = at("/tubes/order-timeout");
        assertThat(other.getByText("the printer is on fire").first()).isVisible();
        button(other, "Resume").click();
        assertThat(button(page, "Pause")).isVisible();
    }

    @Test
    void whatFailedForOneReasonIsRedrivenAfterADryRun() {
        Page page = at("/failed/billing-retry");
        Locator group = page.locator("main")
                .getByText("SocketTimeoutException: no answer from billing after <n> ms")
                .first();
        assertThat(group).isVisible();
        button(page, "Redrive…").click();
        inDialog(page, "Dry run").click();
        assertThat(page.getByText(Pattern.compile("[0-9]+ jobs match"))).isVisible();
        inDialog(page, "Redrive").click();
        assertThat(page).hasURL(Pattern.compile("/operations/[^/]+$"));
        assertThat(page.locator("main .state").first()).containsText("Done");
    }

    @Test
    void theNavigationCountsTheOperationsThatRun() {
        String jobs = Stream.generate(() -> "{\"payload\":1,\"delayMs\":600000}")
                .limit(200)
                .collect(Collectors.joining(",", "[", "]"));
        SEEDED.console().call("POST", "/v1/tubes/slow/jobs", jobs).is(200);
        Page page = at("/tubes");
        String started = SEEDED.console()
                .call(
                        "POST",
                        "/v1/operations",
                        "{\"kind\":\"kick\",\"tube\":\"slow\",\"state\":\"delayed\",\"perSecond\":1}")
                .body();
        String operation = "/v1/operations/" + started.replaceAll("(?s).*\"id\":\"([^\"]+)\".*", "$1");
        Locator link = page.locator("nav a[href$='/operations']").first();
        assertThat(link).hasText(Pattern.compile("Operations \\(1\\)"));
        SEEDED.console().call("POST", operation + "/pause", "").is(200);
        assertThat(link).not().containsText("(");
        SEEDED.console().call("POST", operation + "/cancel", "").is(200);
    }

    @Test
    void aGroupOfFailuresIsSavedAsAFile() throws IOException {
        Page page = at("/failed/billing-retry");
        Locator group = page.getByTestId("group").filter(new Locator.FilterOptions().setHasText("no such customer"));
        String count = group.locator(".group-count").innerText();
        Download file = page.waitForDownload(() -> group.getByText("Export").click());
        List<String> lines = Files.readAllLines(file.path());
        assertThat(lines).hasSize(Integer.parseInt(count)).allMatch(line -> line.contains("no such customer"));
    }

    @Test
    void theLanguageIsChinese() {
        Page page = at("/tubes");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Appearance and language"))
                .click();
        page.getByText("中文").click();
        assertThat(page.locator("html")).hasAttribute("lang", "zh-CN");
        assertThat(page.locator("nav").first()).not().containsText("Overview");
        Screenshots.take(page, "tubes-chinese", Browsers.Look.LIGHT);
    }
}
