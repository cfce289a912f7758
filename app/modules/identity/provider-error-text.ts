import { tooManyFailures } from './too-many-labels.ts'

/**
 * What users read when a provider refuses, by its code without `auth/`. Codes that would reveal whether an address has
 * an account share one sentence. Empty ones are not errors: the user closed a window.
 */
const wrongCredentials = 'メールアドレスまたはパスワードが違います。もう一度確認してください。'
const somethingWrong = 'サインイン中に問題が発生しました。時間をおいてもう一度お試しください。'
const deadLink = 'このリンクは無効です。もう一度送信してください。'
const notThisWay = '現在この方法ではサインインできません。別の方法をお試しいただくか、お問い合わせください。'
const beginAgain = 'サインイン情報を確認できませんでした。最初からやり直してください。'
const deadHandOver = 'このトークンは使用できません。発行した方に再発行を依頼してください。'
const reload = 'ページを再読み込みしてください。'

export const providerErrorText = {
  // the eight in the requirements
  'popup-blocked':
    'サインイン画面がブラウザーにブロックされました。ポップアップを許可するか、「画面を切り替えてサインイン」をお試しください。',
  'auth-domain-config-required': `${notThisWay}（E-02）`,
  'invalid-api-key': '現在サインインをご利用いただけません。しばらくしてからお試しください。（E-03）',
  'internal-error': somethingWrong,
  'network-request-failed': '通信できませんでした。接続を確認して、もう一度お試しください。',
  'invalid-auth-event': beginAgain,
  'already-initialized': reload,
  'dependent-sdk-initialized-before-auth': reload,
  // credentials
  'invalid-credential': wrongCredentials,
  'invalid-login-credentials': wrongCredentials,
  'user-not-found': wrongCredentials,
  'wrong-password': wrongCredentials,
  'invalid-email': 'メールアドレスの形式が違います。確認してください（例 yamada@example.jp）',
  'missing-email': 'メールアドレスを入力してください。',
  'missing-password': 'パスワードを入力してください。',
  'email-already-in-use': '確認メールを送信しました。届いたメールをご確認ください。',
  'weak-password':
    'パスワードが短すぎるか、よく使われているものです。10文字以上で、他で使用していない言葉を入力してください。',
  'password-does-not-meet-requirements':
    'パスワードが短すぎるか、よく使われているものです。10文字以上で、他で使用していない言葉を入力してください。',
  'user-disabled': 'このアカウントは現在利用できません。お心当たりがない場合は、お問い合わせください。',
  'user-mismatch': 'サインイン中のアカウントと異なります。同じアカウントでお試しください。',
  'requires-recent-login': 'サインインから時間が経過しました。もう一度サインインしてからお試しください。',
  'user-token-expired': 'サインインの有効期限が切れました。もう一度サインインしてください。',
  'invalid-user-token': 'サインインの有効期限が切れました。もう一度サインインしてください。',
  'user-signed-out': 'サインインの有効期限が切れました。もう一度サインインしてください。',
  'null-user': 'サインインの有効期限が切れました。もう一度サインインしてください。',
  'account-exists-with-different-credential':
    'このメールアドレスは、すでに登録されています。これまでの方法でサインインしてください。',
  'credential-already-in-use': '他のアカウントで使用されているため、連携できません。',
  'provider-already-linked': 'この方法は連携済みです。',
  'no-such-provider': 'この方法は連携されていません。',
  'unverified-email': 'メールアドレスが未確認です。届いたメールのボタンを押してください。',
  'email-change-needs-verification': '新しいアドレスが未確認です。届いたメールのボタンを押してください。',
  // too often, too slow
  'too-many-requests': tooManyFailures,
  'quota-exceeded': '現在混み合っています。時間をおいて、もう一度お試しください。',
  timeout: '時間がかかりすぎたため中止しました。もう一度お試しください。',
  'login-blocked': 'サインインできませんでした。もう一度お試しください。',
  // a second window
  'popup-closed-by-user': '',
  'cancelled-popup-request': '',
  'user-cancelled': '',
  'redirect-cancelled-by-user': '',
  'redirect-operation-pending': 'サインインの途中です。しばらくお待ちください。',
  'no-auth-event': beginAgain,
  'web-storage-unsupported':
    'ブラウザーの設定で保存が制限されています。Cookieを許可するか、別の方法でサインインしてください。',
  'operation-not-supported-in-this-environment':
    'このブラウザーでは、この方法を使用できません。別の方法でサインインしてください。',
  'cordova-not-ready': somethingWrong,
  'cors-unsupported': somethingWrong,
  // links in mails
  'expired-action-code': deadLink,
  'invalid-action-code': deadLink,
  'invalid-continue-uri': deadLink,
  'missing-continue-uri': deadLink,
  'unauthorized-continue-uri': deadLink,
  'invalid-dynamic-link-domain': deadLink,
  'dynamic-link-not-activated': deadLink,
  'invalid-hosting-link-domain': deadLink,
  'missing-action-code': deadLink,
  // phone
  'invalid-phone-number': '桁数が違います。携帯電話番号を入力してください（例 090-1234-5678）',
  'missing-phone-number': '電話番号が入力されていません。携帯電話番号を入力してください（例 090-1234-5678）',
  'invalid-verification-code': '確認コードが違います。届いた6桁の数字を入力してください。',
  'missing-verification-code': '確認コードが入力されていません。届いた6桁の数字を入力してください。',
  'code-expired': 'この確認コードは無効です。もう一度送信してください。',
  'invalid-verification-id': 'この確認コードは無効です。もう一度送信してください。',
  'missing-verification-id': 'この確認コードは無効です。もう一度送信してください。',
  'captcha-check-failed': '人による操作か確認できませんでした。もう一度お試しください。',
  'missing-app-credential': '人による操作か確認できませんでした。もう一度お試しください。',
  'invalid-app-credential': '人による操作か確認できませんでした。もう一度お試しください。',
  'recaptcha-not-enabled': notThisWay,
  'missing-recaptcha-token': '人による操作か確認できませんでした。もう一度お試しください。',
  'invalid-recaptcha-token': '人による操作か確認できませんでした。もう一度お試しください。',
  'invalid-recaptcha-action': '人による操作か確認できませんでした。もう一度お試しください。',
  'missing-client-type': somethingWrong,
  'missing-recaptcha-version': somethingWrong,
  'invalid-recaptcha-version': somethingWrong,
  'invalid-req-type': somethingWrong,
  'unsupported-first-factor': notThisWay,
  // the second step
  'multi-factor-auth-required': '続いて、二段階認証のコードを入力してください。',
  'multi-factor-info-not-found': '二段階認証の方法が見つかりません。最初からやり直してください。',
  'missing-multi-factor-info': '二段階認証の方法が見つかりません。最初からやり直してください。',
  'missing-multi-factor-session': '時間が経過しました。最初からやり直してください。',
  'invalid-multi-factor-session': '時間が経過しました。最初からやり直してください。',
  'second-factor-already-in-use': 'この端末は、すでに二段階認証に使用されています。',
  'maximum-second-factor-count-exceeded': '二段階認証の方法は、これ以上追加できません。',
  'unsupported-multi-factor-operation': notThisWay,
  // configuration: for us to fix
  'operation-not-allowed': notThisWay,
  'admin-restricted-operation': notThisWay,
  'unauthorized-domain': notThisWay,
  'app-not-authorized': notThisWay,
  'app-not-installed': notThisWay,
  'app-deleted': somethingWrong,
  'invalid-app-id': somethingWrong,
  'argument-error': somethingWrong,
  'auth-domain-conflict': somethingWrong,
  'custom-token-mismatch': deadHandOver,
  'invalid-custom-token': deadHandOver,
  'invalid-cert-hash': somethingWrong,
  'invalid-cordova-configuration': somethingWrong,
  'invalid-emulator-scheme': somethingWrong,
  'emulator-config-failed': somethingWrong,
  'invalid-message-payload': somethingWrong,
  'invalid-oauth-client-id': notThisWay,
  'invalid-oauth-provider': notThisWay,
  'invalid-persistence-type': somethingWrong,
  'unsupported-persistence-type': somethingWrong,
  'invalid-provider-id': notThisWay,
  'invalid-recipient-email': somethingWrong,
  'invalid-sender': somethingWrong,
  'invalid-tenant-id': somethingWrong,
  'tenant-id-mismatch': somethingWrong,
  'unsupported-tenant-operation': somethingWrong,
  'missing-android-pkg-name': somethingWrong,
  'missing-ios-bundle-id': somethingWrong,
  'missing-iframe-start': somethingWrong,
  'missing-or-invalid-nonce': beginAgain,
  'rejected-credential': beginAgain,
  'unsupported-password-policy-schema-version': somethingWrong,
  'already-linked': 'この方法は連携済みです。',
} as const satisfies Record<string, string>

export type ProviderErrorCode = keyof typeof providerErrorText

const isKnown = (code: string): code is ProviderErrorCode => Object.hasOwn(providerErrorText, code)

/** The sentence for a provider's code (`auth/popup-blocked`); an unknown code is an internal error. */
export function providerErrorSentence(code: string): string {
  const bare = code.replace(/^auth\//, '')
  return isKnown(bare) ? providerErrorText[bare] : providerErrorText['internal-error']
}
