package io.grape.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StartTest {
    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    @Test
    void aBrowserStarts() {
        Page page = BROWSERS.open(Browsers.Look.DARK);
        page.navigate("data:text/html,<title>hi</title>");
        assertThat(page.title()).isEqualTo("hi");
    }
}
