package io.grape.junit;

import org.springframework.context.ApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestExecutionListener;

/** Tells {@link SpringContexts} which context a test class uses. Spring finds it by {@code META-INF/spring.factories}. */
final class SpringContextListener implements TestExecutionListener, Ordered {
    private static final String USED = SpringContextListener.class.getName();

    /** After the listener which injects the beans, and so creates the context: it reports why a context does not start. */
    @Override
    public int getOrder() {
        return 2010;
    }

    @Override
    public void beforeTestClass(TestContext test) {
        if (test.hasApplicationContext()) {
            use(test);
        } else {
            SpringContexts.all().stopUnused();
        }
    }

    @Override
    public void prepareTestInstance(TestContext test) {
        use(test);
    }

    /** A dirty context was replaced by another one. */
    @Override
    public void beforeTestMethod(TestContext test) {
        use(test);
    }

    private static void use(TestContext test) {
        ApplicationContext context = test.getApplicationContext();
        if (test.getAttribute(USED) instanceof ApplicationContext before && before != context) {
            SpringContexts.all().leave(before);
            test.removeAttribute(USED);
        }
        if (!test.hasAttribute(USED)) {
            test.setAttribute(USED, context);
            SpringContexts.all().use(context);
        }
    }

    @Override
    public void afterTestClass(TestContext test) {
        if (test.removeAttribute(USED) instanceof ApplicationContext context) {
            SpringContexts.all().leave(context);
        }
    }
}
