import type { CheckoutTexts } from './texts.js';

export const english: CheckoutTexts = {
  testMode: 'Test mode: no money moves',
  pay: (amount) => `Pay ${amount}`,
  detailsFollow: 'You enter your payment details on the next page.',
  savesCard: (merchant) =>
    `By paying, you allow ${merchant} to save your card and to charge it for later payments that you have agreed to.`,
  total: 'Total',
  quantity: (quantity, name) => `${quantity} × ${name}`,
  validUntil: (time) => `You can pay until ${time}.`,
  cancel: (merchant) => `Cancel and return to ${merchant}`,
  backTo: (merchant) => `Return to ${merchant}`,
  sandbox: {
    text: 'This is a test payment. Choose how it ends.',
    authenticate: 'Pay with 3-D Secure',
    decline: 'Card declined',
  },
  authentication: {
    title: 'Confirm with your bank',
    text: 'This page stands in for the page of a bank.',
    confirm: 'Confirm the payment',
    fail: 'Fail the authentication',
    back: 'Back',
  },
  processing: {
    title: 'Waiting for confirmation',
    text: 'The payment is not confirmed yet. This page checks again every few seconds. Please do not pay a second time.',
  },
  redirect: {
    title: 'Complete your payment',
    text: 'The payment has begun, but it is not confirmed yet. If you have already paid, please wait: this page checks again every few seconds.',
    continue: 'Continue to payment',
  },
  completed: { title: 'Payment complete', text: 'Thank you. Your payment has arrived.' },
  expired: { title: 'This payment page has expired', text: 'You have not been charged.' },
  closed: {
    title: 'Payment is not possible here at the moment',
    text: 'You have not been charged. Please contact the shop.',
  },
  unknown: {
    title: 'This payment page does not exist',
    text: 'Check that the address is complete, or ask the shop for a new link.',
  },
  unavailable: {
    title: 'This page is temporarily unavailable',
    text: 'Please try again in a moment. You will not pay twice.',
    retry: 'Try again',
  },
  notices: {
    declined: {
      title: 'Payment declined',
      text: 'The payment was declined. You have not been charged. You can try again.',
    },
    authentication_failed: {
      title: 'Authentication failed',
      text: 'The authentication failed. You have not been charged. You can try again.',
    },
  },
};
