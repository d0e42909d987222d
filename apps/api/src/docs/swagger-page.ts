/** Swagger UI puts the parts of a response side by side. On a narrow screen they are below each other, and long lines break. */
const NARROW_STYLE = `
@media (max-width: 640px) {
  body { margin: 0 }
  .swagger-ui .responses-table,
  .swagger-ui .responses-table > tbody,
  .swagger-ui .responses-table > tbody > tr,
  .swagger-ui .responses-table > tbody > tr > td { display: block; width: auto; max-width: none !important }
  .swagger-ui .responses-table > thead { display: none }
  .swagger-ui .renderedMarkdown table { display: block; overflow-x: auto }
  .swagger-ui :is(pre, code) { white-space: pre-wrap !important; overflow-wrap: anywhere }
}`;

export const swaggerPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Svc Payments API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" />
    <style>${NARROW_STYLE}</style>
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/init.js"></script>
  </body>
</html>
`;

/** A Swagger UI plugin that folds the error responses of an operation, since most are the same everywhere. */
const FOLD_ERRORS = `({
  wrapComponents: {
    responses: (Responses, { React }) => (props) => {
      const [open, setOpen] = React.useState(false);
      const isError = (code) => /^[45]/.test(code);
      const errors = props.responses.filter((_, code) => isError(code)).size;
      const responses = open ? props.responses : props.responses.filter((_, code) => !isError(code));
      const toggle = React.createElement(
        'button',
        { className: 'btn fold-errors', type: 'button', onClick: () => setOpen(!open) },
        (open ? 'Hide ' : 'Show ') + errors + ' error responses',
      );
      return React.createElement('div', null, React.createElement(Responses, { ...props, responses }), toggle);
    },
  },
})`;

/** The script that opens Swagger UI on the contract. With a test key, "Try it out" works at once. */
export function swaggerInitializer(testKey: string | undefined): string {
  const key = testKey === undefined ? 'null' : JSON.stringify(testKey).replaceAll('<', '\\u003c');
  return `const testKey = ${key};
window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  plugins: [${FOLD_ERRORS}],
  onComplete: () => {
    if (testKey !== null) window.ui.preauthorizeApiKey('bearerAuth', testKey);
  },
});
`;
}
