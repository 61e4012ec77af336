import webpush from 'web-push'

const keys = webpush.generateVAPIDKeys()

/** What the application is configured with to offer push. */
export const pushSettings = {
  VAPID_PUBLIC_KEY: keys.publicKey,
  VAPID_PRIVATE_KEY: keys.privateKey,
  VAPID_SUBJECT: 'mailto:push@april.example',
  PUSH_RELAY_TOKEN: 'a-relay-token-of-the-tests-that-is-long',
}

/** A browser's subscription to pushes, as its script posts it. */
export const subscription = JSON.stringify({
  endpoint: 'https://fcm.googleapis.com/fcm/send/phone',
  keys: { p256dh: keys.publicKey, auth: 'A'.repeat(22) },
})
