import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

processor_verification = svc.processors.verify("proc_249801938345984050")
print(processor_verification)
