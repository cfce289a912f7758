import { tooManyFailures } from './too-many-labels.ts'

/**
 * What users read when a provider refuses, by its code without `auth/`. Codes that would reveal whether an address has
 * an account share one sentence. Empty ones are not errors: the user closed a window.
 */
const wrongCredentials = 'メールアドレスかパスワードがちがいます。もう一度確かめてください。'
const somethingWrong = 'サインイン中に問題が発生しました。時間をおいてもう一度お試しください。'
const deadLink = 'このリンクは、もう使えません。お手数ですが、もう一度送ってください。'
const notThisWay = 'ただいまこの方法ではサインインできません。別の方法をお試しいただくか、お問い合わせください。'
const beginAgain = 'サインイン情報を確認できませんでした。お手数ですが最初からやり直してください。'
const deadHandOver = 'このトークンは使えません。もう一度、渡した方に発行してもらってください。'
const reload = 'ページを再読み込みしてください。'

export const providerErrorText = {
  // the eight in the requirements
  'popup-blocked':
    'サインイン画面がブラウザーにブロックされました。ポップアップを許可するか、「画面を切り替えてサインイン」をお試しください。',
  'auth-domain-config-required': `${notThisWay}（E-02）`,
  'invalid-api-key': 'ただいまサインインをご利用いただけません。しばらくしてからお試しください。（E-03）',
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
  'invalid-email': 'メールアドレスの形とちがいます。見直してください（例 yamada@example.jp）',
  'missing-email': 'メールアドレスを入力してください。',
  'missing-password': 'パスワードを入力してください。',
  'email-already-in-use': '確認のメールを送りました。届いたメールをご覧ください。',
  'weak-password': 'パスワードが短すぎるか、よく使われるものです。10文字以上の、ほかで使っていない言葉にしてください。',
  'password-does-not-meet-requirements':
    'パスワードが短すぎるか、よく使われるものです。10文字以上の、ほかで使っていない言葉にしてください。',
  'user-disabled': 'このアカウントはいま使えません。お心あたりのないときは、お問い合わせください。',
  'user-mismatch': 'サインインしている方とちがうアカウントです。同じアカウントでお試しください。',
  'requires-recent-login': 'サインインしてから時間がたちました。もう一度サインインしてから、お試しください。',
  'user-token-expired': 'サインインが切れました。もう一度サインインしてください。',
  'invalid-user-token': 'サインインが切れました。もう一度サインインしてください。',
  'user-signed-out': 'サインインが切れました。もう一度サインインしてください。',
  'null-user': 'サインインが切れました。もう一度サインインしてください。',
  'account-exists-with-different-credential':
    'このメールアドレスは、もう登録されています。いままでの方法でサインインしてください。',
  'credential-already-in-use': 'ほかのアカウントで使われているため、つなげません。',
  'provider-already-linked': 'この方法は、もうつないであります。',
  'no-such-provider': 'この方法は、つないでありません。',
  'unverified-email': 'メールアドレスの確認がまだです。届いたメールのボタンを押してください。',
  'email-change-needs-verification': '新しいアドレスの確認がまだです。届いたメールのボタンを押してください。',
  // too often, too slow
  'too-many-requests': tooManyFailures,
  'quota-exceeded': 'ただいま混み合っています。時間をおいて、もう一度お試しください。',
  timeout: '時間がかかりすぎたため、取りやめました。もう一度お試しください。',
  'login-blocked': 'サインインできませんでした。もう一度お試しください。',
  // a second window
  'popup-closed-by-user': '',
  'cancelled-popup-request': '',
  'user-cancelled': '',
  'redirect-cancelled-by-user': '',
  'redirect-operation-pending': 'サインインの途中です。しばらくお待ちください。',
  'no-auth-event': beginAgain,
  'web-storage-unsupported':
    'ブラウザーの設定で保存が止められています。Cookieを許可するか、別の方法でサインインしてください。',
  'operation-not-supported-in-this-environment':
    'このブラウザーではこの方法を使えません。別の方法でサインインしてください。',
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
  'invalid-phone-number': 'けたの数がちがいます。携帯電話の番号を入力してください（例 090-1234-5678）',
  'missing-phone-number': '電話番号がありません。携帯電話の番号を入力してください（例 090-1234-5678）',
  'invalid-verification-code': '確認コードがちがいます。届いた6けたの数字を入力してください。',
  'missing-verification-code': '確認コードがありません。届いた6けたの数字を入力してください。',
  'code-expired': 'この確認コードは、もう使えません。もう一度送ってください。',
  'invalid-verification-id': 'この確認コードは、もう使えません。もう一度送ってください。',
  'missing-verification-id': 'この確認コードは、もう使えません。もう一度送ってください。',
  'captcha-check-failed': '人の操作か確かめられませんでした。もう一度お試しください。',
  'missing-app-credential': '人の操作か確かめられませんでした。もう一度お試しください。',
  'invalid-app-credential': '人の操作か確かめられませんでした。もう一度お試しください。',
  'recaptcha-not-enabled': notThisWay,
  'missing-recaptcha-token': '人の操作か確かめられませんでした。もう一度お試しください。',
  'invalid-recaptcha-token': '人の操作か確かめられませんでした。もう一度お試しください。',
  'invalid-recaptcha-action': '人の操作か確かめられませんでした。もう一度お試しください。',
  'missing-client-type': somethingWrong,
  'missing-recaptcha-version': somethingWrong,
  'invalid-recaptcha-version': somethingWrong,
  'invalid-req-type': somethingWrong,
  'unsupported-first-factor': notThisWay,
  // the second step
  'multi-factor-auth-required': 'つぎに、二段階確認のコードを入力してください。',
  'multi-factor-info-not-found': '二段階確認の方法が見つかりません。はじめからやり直してください。',
  'missing-multi-factor-info': '二段階確認の方法が見つかりません。はじめからやり直してください。',
  'missing-multi-factor-session': '時間がたちました。はじめからやり直してください。',
  'invalid-multi-factor-session': '時間がたちました。はじめからやり直してください。',
  'second-factor-already-in-use': 'この端末は、もう二段階確認に使っています。',
  'maximum-second-factor-count-exceeded': '二段階確認の方法は、これ以上ふやせません。',
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
  'already-linked': 'この方法は、もうつないであります。',
} as const satisfies Record<string, string>

export type ProviderErrorCode = keyof typeof providerErrorText

const isKnown = (code: string): code is ProviderErrorCode => Object.hasOwn(providerErrorText, code)

/** The sentence for a provider's code (`auth/popup-blocked`); an unknown code is an internal error. */
export function providerErrorSentence(code: string): string {
  const bare = code.replace(/^auth\//, '')
  return isKnown(bare) ? providerErrorText[bare] : providerErrorText['internal-error']
}
