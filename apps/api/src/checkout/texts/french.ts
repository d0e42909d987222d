import type { CheckoutTexts } from './texts.js';

// French puts a no-break space before a colon.
export const french: CheckoutTexts = {
  testMode: 'Mode test\u00A0: aucun argent ne circule',
  pay: (amount) => `Payer ${amount}`,
  detailsFollow: 'Vous saisirez vos coordonnées de paiement à la page suivante.',
  savesCard: (merchant) =>
    `En payant, vous autorisez ${merchant} à enregistrer votre carte et à la débiter pour des paiements ultérieurs que vous avez acceptés.`,
  total: 'Total',
  quantity: (quantity, name) => `${quantity} × ${name}`,
  validUntil: (time) => `Vous pouvez payer jusqu’au ${time}.`,
  cancel: (merchant) => `Annuler et revenir chez ${merchant}`,
  backTo: (merchant) => `Revenir chez ${merchant}`,
  sandbox: {
    text: 'Ceci est un paiement de test. Choisissez son issue.',
    authenticate: 'Payer avec 3-D Secure',
    decline: 'Carte refusée',
  },
  authentication: {
    title: 'Confirmez auprès de votre banque',
    text: 'Cette page remplace celle d’une banque.',
    confirm: 'Confirmer le paiement',
    fail: 'Faire échouer l’authentification',
    back: 'Retour',
  },
  processing: {
    title: 'En attente de confirmation',
    text: 'Le paiement n’est pas encore confirmé. Cette page vérifie à nouveau toutes les quelques secondes. Veuillez ne pas payer une seconde fois.',
  },
  redirect: {
    title: 'Terminez votre paiement',
    text: 'Le paiement a commencé, mais il n’est pas encore confirmé. Si vous avez déjà payé, veuillez patienter\u00A0: cette page vérifie à nouveau toutes les quelques secondes.',
    continue: 'Continuer vers le paiement',
  },
  completed: { title: 'Paiement effectué', text: 'Merci. Votre paiement a bien été reçu.' },
  expired: { title: 'Cette page de paiement a expiré', text: 'Vous n’avez pas été débité.' },
  closed: {
    title: 'Le paiement n’est pas possible ici pour le moment',
    text: 'Vous n’avez pas été débité. Veuillez contacter la boutique.',
  },
  unknown: {
    title: 'Cette page de paiement n’existe pas',
    text: 'Vérifiez que l’adresse est complète ou demandez un nouveau lien à la boutique.',
  },
  unavailable: {
    title: 'Cette page est momentanément indisponible',
    text: 'Veuillez réessayer dans un instant. Vous ne paierez pas deux fois.',
    retry: 'Réessayer',
  },
  notices: {
    declined: {
      title: 'Paiement refusé',
      text: 'Le paiement a été refusé. Vous n’avez pas été débité. Vous pouvez réessayer.',
    },
    authentication_failed: {
      title: 'Échec de l’authentification',
      text: 'L’authentification a échoué. Vous n’avez pas été débité. Vous pouvez réessayer.',
    },
  },
};
