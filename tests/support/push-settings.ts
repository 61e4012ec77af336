import webpush from 'web-push'

const keys = webpush.generateVAPIDKeys()

/** Settings that switch pushes on. */
export const pushSettings = {
  VAPID_PUBLIC_KEY: keys.publicKey,
  VAPID_PRIVATE_KEY: keys.privateKey,
  VAPID_SUBJECT: 'mailto:push@april.example',
  PUSH_RELAY_TOKEN: 'a-relay-token-of-the-tests-that-is-long',
}

/** A browser's push subscription, as its script posts it. */
export const subscription = JSON.stringify({
  endpoint: 'https://fcm.googleapis.com/fcm/send/phone',
  keys: { p256dh: keys.publicKey, auth: 'A'.repeat(22) },
})
