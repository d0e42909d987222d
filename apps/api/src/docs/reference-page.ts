export const referencePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Svc Payments API reference</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="/reference/standalone.js"></script>
    <script src="/reference/init.js"></script>
  </body>
</html>
`;

/**
 * The script that opens the reference on the contract with its samples. It loads nothing from other hosts. With a test
 * key, requests from the page work at once.
 */
export function referenceInitializer(testKey: string | undefined): string {
  const options = {
    url: '/openapi.json',
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    // Languages that the library would generate generic HTTP samples for.
    hiddenClients: HIDDEN_CLIENTS,
    authentication: {
      preferredSecurityScheme: 'bearerAuth',
      ...(testKey !== undefined && { securitySchemes: { bearerAuth: { token: testKey } } }),
    },
  };
  return `Scalar.createApiReference('#reference', ${JSON.stringify(options).replaceAll('<', '\\u003c')});\n`;
}

const HIDDEN_CLIENTS = [
  ...['c', 'clojure', 'csharp', 'dart', 'fsharp', 'go', 'http', 'java', 'js', 'kotlin', 'node', 'objc', 'ocaml', 'php'],
  ...['powershell', 'python', 'r', 'ruby', 'rust', 'swift'],
];
