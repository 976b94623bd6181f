// Sends signed messages about reports to webhooks: those of the secret, and those of subscriptions.
export { createChatSender } from './chat-sender.ts';
export { createWebhookSender } from './webhook-sender.ts';
