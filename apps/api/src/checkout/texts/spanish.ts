import type { CheckoutTexts } from './texts.js';

export const spanish: CheckoutTexts = {
  testMode: 'Modo de prueba: no se mueve dinero',
  pay: (amount) => `Pagar ${amount}`,
  detailsFollow: 'Introducirá sus datos de pago en la página siguiente.',
  savesCard: (merchant) =>
    `Al pagar, autoriza a ${merchant} a guardar su tarjeta y a cargar en ella pagos posteriores que usted haya aceptado.`,
  total: 'Total',
  quantity: (quantity, name) => `${quantity} × ${name}`,
  validUntil: (time) => `Puede pagar hasta el ${time}.`,
  cancel: (merchant) => `Cancelar y volver a ${merchant}`,
  backTo: (merchant) => `Volver a ${merchant}`,
  sandbox: {
    text: 'Este es un pago de prueba. Elija cómo termina.',
    authenticate: 'Pagar con 3-D Secure',
    decline: 'Tarjeta rechazada',
  },
  authentication: {
    title: 'Confirme con su banco',
    text: 'Esta página sustituye a la de un banco.',
    confirm: 'Confirmar el pago',
    fail: 'Hacer fallar la autenticación',
    back: 'Volver',
  },
  processing: {
    title: 'A la espera de confirmación',
    text: 'El pago todavía no está confirmado. Esta página lo comprueba cada pocos segundos. No pague por segunda vez.',
  },
  redirect: {
    title: 'Complete su pago',
    text: 'El pago se ha iniciado, pero todavía no está confirmado. Si ya ha pagado, espere: esta página lo comprueba cada pocos segundos.',
    continue: 'Continuar con el pago',
  },
  completed: { title: 'Pago completado', text: 'Gracias. Hemos recibido su pago.' },
  expired: { title: 'Esta página de pago ha caducado', text: 'No se le ha cobrado nada.' },
  closed: {
    title: 'En este momento no se puede pagar aquí',
    text: 'No se le ha cobrado nada. Póngase en contacto con la tienda.',
  },
  unknown: {
    title: 'Esta página de pago no existe',
    text: 'Compruebe que la dirección esté completa o pida un nuevo enlace a la tienda.',
  },
  unavailable: {
    title: 'Esta página no está disponible temporalmente',
    text: 'Vuelva a intentarlo en un momento. No pagará dos veces.',
    retry: 'Volver a intentarlo',
  },
  notices: {
    declined: {
      title: 'Pago rechazado',
      text: 'El pago ha sido rechazado. No se le ha cobrado nada. Puede volver a intentarlo.',
    },
    authentication_failed: {
      title: 'Autenticación fallida',
      text: 'La autenticación ha fallado. No se le ha cobrado nada. Puede volver a intentarlo.',
    },
  },
};
