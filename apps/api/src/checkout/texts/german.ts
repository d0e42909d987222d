import type { CheckoutTexts } from './texts.js';

export const german: CheckoutTexts = {
  testMode: 'Testmodus: Es fließt kein Geld',
  pay: (amount) => `${amount} bezahlen`,
  detailsFollow: 'Ihre Zahlungsdaten geben Sie auf der nächsten Seite ein.',
  savesCard: (merchant) =>
    `Mit der Zahlung erlauben Sie ${merchant}, Ihre Karte zu speichern und mit späteren Zahlungen zu belasten, denen Sie zugestimmt haben.`,
  total: 'Gesamtbetrag',
  quantity: (quantity, name) => `${quantity} × ${name}`,
  validUntil: (time) => `Sie können bis ${time} bezahlen.`,
  cancel: (merchant) => `Abbrechen und zurück zu ${merchant}`,
  backTo: (merchant) => `Zurück zu ${merchant}`,
  sandbox: {
    text: 'Dies ist eine Testzahlung. Wählen Sie, wie sie ausgeht.',
    authenticate: 'Mit 3-D Secure bezahlen',
    decline: 'Karte abgelehnt',
  },
  authentication: {
    title: 'Bei Ihrer Bank bestätigen',
    text: 'Diese Seite steht für die Seite einer Bank.',
    confirm: 'Zahlung bestätigen',
    fail: 'Authentifizierung scheitern lassen',
    back: 'Zurück',
  },
  processing: {
    title: 'Warten auf Bestätigung',
    text: 'Die Zahlung ist noch nicht bestätigt. Diese Seite prüft das alle paar Sekunden. Bitte bezahlen Sie nicht noch einmal.',
  },
  redirect: {
    title: 'Zahlung abschließen',
    text: 'Die Zahlung ist begonnen, aber noch nicht bestätigt. Wenn Sie schon bezahlt haben, warten Sie bitte: Diese Seite prüft das alle paar Sekunden.',
    continue: 'Weiter zur Zahlung',
  },
  completed: { title: 'Zahlung abgeschlossen', text: 'Vielen Dank. Ihre Zahlung ist eingegangen.' },
  expired: { title: 'Diese Zahlungsseite ist abgelaufen', text: 'Ihnen wurde nichts berechnet.' },
  closed: {
    title: 'Hier kann zurzeit nicht bezahlt werden',
    text: 'Ihnen wurde nichts berechnet. Bitte wenden Sie sich an den Shop.',
  },
  unknown: {
    title: 'Diese Zahlungsseite gibt es nicht',
    text: 'Prüfen Sie, ob die Adresse vollständig ist, oder bitten Sie den Shop um einen neuen Link.',
  },
  unavailable: {
    title: 'Diese Seite ist vorübergehend nicht verfügbar',
    text: 'Bitte versuchen Sie es gleich noch einmal. Sie bezahlen nicht doppelt.',
    retry: 'Noch einmal versuchen',
  },
  notices: {
    declined: {
      title: 'Zahlung abgelehnt',
      text: 'Die Zahlung wurde abgelehnt. Ihnen wurde nichts berechnet. Sie können es noch einmal versuchen.',
    },
    authentication_failed: {
      title: 'Authentifizierung fehlgeschlagen',
      text: 'Die Authentifizierung ist fehlgeschlagen. Ihnen wurde nichts berechnet. Sie können es noch einmal versuchen.',
    },
  },
};
