import { Hono } from "hono";
import { html } from "hono/html";
import { message, page } from "./layout.ts";

/** The stand-in for the feedback form that the web application shows in a frame, prefilled from the address. */
export function feedbackForm(webOrigin: string) {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header("content-security-policy", `frame-ancestors ${webOrigin}`);
  });

  app.get("/", (context) => {
    const asked = (name: string) => context.req.query(name) ?? "";
    return context.html(
      page(
        "Feedback (simulated)",
        html`<form action="/feedback/sent">
          <label>Email <input type="email" name="email" value="${asked("email")}" /></label>
          <label>First name <input name="firstName" value="${asked("firstName")}" /></label>
          <label>Last name <input name="lastName" value="${asked("lastName")}" /></label>
          <label>What should be better? <textarea name="text" rows="4"></textarea></label>
          <button>Send</button>
        </form>`,
      ),
    );
  });
  // By GET: a form in a sandbox has no origin, and the simulator takes no changes from nowhere.
  app.get("/sent", (context) =>
    context.html(message("Thank you", "Nothing was sent: this form is simulated.")),
  );
  return app;
}
