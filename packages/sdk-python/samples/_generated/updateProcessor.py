import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

processor = svc.processors.update("proc_249801938345984050", enabled=False)
print(processor.id)
