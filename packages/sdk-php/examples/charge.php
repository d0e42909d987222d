<?php

declare(strict_types=1);

// Charges a customer and gives part of it back: `SVC_API_KEY=sk_test_... SVC_API_BASE=... php charge.php`.

use Svc\Payments\Exception\UnprocessableEntityException;
use Svc\Payments\Svc;

require getenv('COMPOSER_AUTOLOAD') ?: __DIR__ . '/../vendor/autoload.php';

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$customer = $svc->customers->create(email: 'ada+' . getmypid() . '@example.com', firstName: 'Ada', metadata: ['crmId' => 7]);
$payment = $svc->payments->create(
    amount: ['value' => 1999, 'currency' => 'USD'],
    customer: ['id' => $customer->id],
    metadata: ['orderId' => '1042'],
    wait: 10,
);
echo "payment {$payment->status} {$payment->amount->value} of order {$payment->metadata['orderId']}\n";

$refund = $svc->refunds->create($payment->id, amount: ['value' => 500, 'currency' => 'USD'], reason: 'A button');
echo "refund {$refund->amount->value} of {$svc->payments->retrieve($payment->id)->refundedAmount->value}\n";

try {
    $svc->refunds->create($payment->id, amount: ['value' => 0, 'currency' => 'USD']);
} catch (UnprocessableEntityException $error) {
    foreach ($error->fieldErrors as $each) {
        echo "refused {$each->pointer} {$each->code}\n";
    }
}
