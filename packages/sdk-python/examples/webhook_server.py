"""Takes webhook deliveries: `WEBHOOK_SECRET=... python webhook_server.py 4242`. Port 0 is any free one."""

import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from svc_payments import webhooks
from svc_payments.models import PaymentCompletedEvent

SECRET = os.environ["WEBHOOK_SECRET"]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = webhooks.verify(body, self.headers, SECRET, tolerance=300)
        except webhooks.WebhookVerificationError as refusal:
            self.answer(400, refusal.code)
            return
        if isinstance(event, PaymentCompletedEvent):
            print("paid", event.data.id, event.data.amount.value, flush=True)
        self.answer(200, "thanks")

    def answer(self, status: int, text: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
print(server.server_port, flush=True)
server.serve_forever()
